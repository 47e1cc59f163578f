#!/usr/bin/env python3
"""A testee that misbehaves in one way: bad_testee.py MODE [ARGUMENT]."""
import json
import os
import signal
import subprocess
import sys
import time

MODE = sys.argv[1]
ARGUMENT = sys.argv[2] if len(sys.argv) > 2 else ""
FOREVER = 1000
GREETING = {"protocol": 1, "name": "bad", "version": "1", "language": "Python",
            "capabilities": ["size", "encode", "scalar"], "choices": {"mode": MODE}}


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(request, **members):
    write(json.dumps({"id": request["id"], **members}) + "\n")


def kill_myself():
    os.kill(os.getpid(), signal.SIGKILL)


def hang():
    time.sleep(FOREVER)


def greet(request):
    if MODE == "exit_at_greeting":
        sys.exit("cannot find my model")
    if MODE == "hang_at_greeting":
        hang()
    greeting = dict(GREETING)
    if MODE == "wrong_protocol":
        greeting["protocol"] = 2
    if MODE == "placement":
        greeting["capabilities"] = GREETING["capabilities"] + ["placement"]
    if MODE == "unknown_capability":
        greeting["capabilities"] = ["encode", "enc0de"]
    if MODE == "greets_otherwise" and os.path.exists(ARGUMENT):
        greeting["version"] = "2"
    if MODE == "closes_stdin":
        os.close(0)
    answer(request, **greeting)
    if MODE == "closes_stdin":
        time.sleep(0.2)
        os._exit(5)


def greet_twice(request):
    line = json.dumps({"id": 0, **GREETING}) + "\n"
    write(line + line)


def pieces(request):
    for piece in json.dumps({"id": request["id"], "bytes": "0102"}) + "\n":
        write(piece)
        time.sleep(0.005)


def flood_stderr(request):
    for number in range(20000):
        print("line", number, "of noise", "." * 80, file=sys.stderr)
    answer(request, bytes="0102")


def flood_stdout(_request):
    chunk = "x" * (1 << 20)
    while True:
        write(chunk)


def leave_a_holder(_request):
    subprocess.Popen(["sleep", str(FOREVER)])
    os._exit(9)


def say_what_is_open(request):
    answer(request, unsupported=" ".join(sorted(os.listdir("/proc/self/fd"), key=int)))


def two_lines(request):
    line = json.dumps({"id": request["id"], "bytes": "0102"}) + "\n"
    write(line + line)


def panic(_request):
    print("thread 'main' panicked:\n\x1b[31mindex out of bounds\x1b[0m", file=sys.stderr)
    sys.exit(101)


ON_REQUEST = {
    "garbage": lambda request: write("Segmentation fault\n"),
    "empty_line": lambda request: write("\n"),
    "wrong_id": lambda request: answer({"id": request["id"] + 1}, bytes="0102"),
    "missing_field": lambda request: answer(request),
    "bad_hex": lambda request: answer(request, bytes="0g"),
    "hang": lambda request: hang(),
    "kill": lambda request: kill_myself(),
    "panic": panic,
    "flood_stdout": flood_stdout,
    "flood_stderr": flood_stderr,
    "close_stdout": lambda request: (os.close(1), hang()),
    "pieces": pieces,
    "two_lines": two_lines,
    "holder": leave_a_holder,
    "greets_otherwise": lambda request: (open(ARGUMENT, "w").close(), kill_myself()),
    "open_files": say_what_is_open,
    "echo": lambda request: answer(request, unsupported=json.dumps(request)),
    "environment": lambda request: answer(request, unsupported=os.environ.get("QB_ASKED", "")),
}


def main():
    count = 0
    for line in sys.stdin:
        request = json.loads(line)
        if MODE == "greets_twice":
            greet_twice(request)
            continue
        if request["verb"] == "hello":
            greet(request)
            continue
        count += 1
        if MODE == "dies_at" and count == int(ARGUMENT):
            sys.exit(3)
        if MODE == "placement" and request.get("input_offset") != 5:
            sys.exit(4)
        ON_REQUEST.get(MODE, lambda r: answer(r, bytes="0102"))(request)
    if MODE == "says_goodbye":
        time.sleep(0.1)
        open(ARGUMENT, "w").close()


main()
