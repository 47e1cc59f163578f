"""Runs a program within limits of processor time and memory."""

import resource
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

MEMORY = 4 << 30
WALL_FACTOR = 15  # a loaded machine is slow; only what waits without working meets this


class Run(NamedTuple):
    code: int  # below 0 a signal, as subprocess has it
    output: str
    cpu: float


def run(command, cwd, cpu_seconds=None, environment=None):
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if cpu_seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=output, preexec_fn=limit, env=environment)
        deadline = None if cpu_seconds is None else time.monotonic() + WALL_FACTOR * cpu_seconds
        status, usage = wait(process, deadline)
        output.seek(0)
        text = output.read(1 << 20).decode("utf-8", "replace")
    return Run(status, text, usage)


def wait(process, deadline):
    """Exit code and processor time of the process; it is ended at the deadline."""
    import os
    pause = 0.002
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage.ru_utime + usage.ru_stime
        if deadline is not None and time.monotonic() > deadline:
            os.kill(process.pid, signal.SIGKILL)
            deadline = None
        time.sleep(pause)
        pause = min(pause * 1.3, 0.02)


def ended(run_):
    """How a program ended that did not end well, in a few words."""
    if run_.code >= 0:
        return f"exit code {run_.code}"
    name = signal.Signals(-run_.code).name
    return "hangs" if name in ("SIGXCPU", "SIGKILL") else f"crashes ({name})"
