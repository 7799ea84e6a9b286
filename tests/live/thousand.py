#!/usr/bin/env python3
"""A thousand questions through a model server that takes 200 ms for each answer, 32 at once. Says the wall time as a
ratio to the ideal one, and the most memory; then stops a run at the half, once politely and once not, goes on with it,
and says how many calls were paid twice. The server is in this process. Not part of `cargo test`.
Usage: thousand.py BINARY [PROBES]"""
import asyncio, hashlib, json, os, resource, signal, subprocess, sys, tempfile, threading, time

BINARY, PROBES = os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
LATENCY, AT_ONCE = 0.2, 32
VERBS = "count sort merge split check store fetch drop pack send".split()


class Server:
    """Plays the Prompter and the Solver; remembers which file each question is about."""

    def __init__(self):
        self.seen, self.gold, self.answered, self.half = [], {}, 0, None
        self.first = self.last = None

    def says(self, body):
        system, user = (str(message["content"]) for message in body["messages"][:2])
        if system.startswith("You write exam questions"):
            file = user.split("File: ")[1].split()[0]
            digest = hashlib.sha256(user.encode()).hexdigest()[:10]
            question = f"What would be the outcome of case {digest} here?"
            self.gold[question] = file
            return {"reasoning": "r", "is_valid_chunk": True, "question": question, "answer": file}
        question = next((known for known in self.gold if known in user), None)
        return {"file": self.gold.get(question, ""), "function": "", "reasoning": "r"}

    async def serve(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = next(int(line.split(":")[1]) for line in head.splitlines() if line.lower().startswith("content-length"))
                raw = await reader.readexactly(length)
                self.first = self.first or time.monotonic()
                self.seen.append(hashlib.sha256(raw).digest())
                if self.half and len(self.seen) >= self.half[0]:
                    self.half, act = None, self.half[1]
                    act()
                said = {"choices": [{"message": {"content": json.dumps(self.says(json.loads(raw)))}}], "usage": {"prompt_tokens": 900, "completion_tokens": 60}}
                await asyncio.sleep(LATENCY)
                body = json.dumps(said).encode()
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body) + body)
                await writer.drain()
                self.answered, self.last = self.answered + 1, time.monotonic()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


def start(server):
    ready = threading.Event()
    def run():
        async def main():
            listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, limit=1 << 24)
            server.port = listening.sockets[0].getsockname()[1]
            ready.set()
            await asyncio.Event().wait()
        asyncio.run(main())
    threading.Thread(target=run, daemon=True).start()
    ready.wait()
    return server


def repository(root, files):
    def git(*args):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *args], cwd=root, check=True, stdout=subprocess.DEVNULL)
    git("init", "-q", "-b", "main")
    for number in range(files):
        folder = os.path.join(root, f"part{number // 40}")
        os.makedirs(folder, exist_ok=True)
        parts = []
        for at, verb in enumerate(VERBS * 2):
            lines = [f"def {verb}_things_{number}_{at}(items, limit):", f'    """{verb} what is given, at most {limit(number, at)} at once."""']
            lines += [f"    if limit > {at + step}:\n        items.append({step * number})" for step in range(4)] + ["    return items", "", ""]
            parts.append("\n".join(lines))
        with open(os.path.join(folder, f"unit_{number}.py"), "w") as out:
            out.write("\n".join(parts))
    git("add", "-A"); git("commit", "-qm", "sources")
    subprocess.run([BINARY, "init"], cwd=root, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    git("add", "-A"); git("commit", "-qm", "catalogs")


def limit(number, at):
    return number * 7 + at


def heal(root, server, *more):
    command = [BINARY, "heal", "--all", "--probes", str(PROBES), "--engine", "openai", "--model", "played", "--concurrency", str(AT_ONCE),
               "--endpoint", f"http://127.0.0.1:{server.port}/v1", "--format", "json", *more]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def finish(process):
    """The status, the report, and the most memory in MB."""
    report = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), json.loads(report) if report else {}, usage.ru_maxrss / 1024


def calls(report):
    return {row["role"]: row["calls"] for row in report.get("models", [])}


failed = False
with tempfile.TemporaryDirectory() as top:
    root = os.path.join(top, "tree"); os.mkdir(root)
    repository(root, max(4, PROBES // 2 + 20))
    # Once without any question, so that reading sources is in no figure.
    subprocess.run([BINARY, "heal", "--all", "--probes", "0"], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    began = time.monotonic(); subprocess.run([BINARY, "heal", "--all", "--probes", "0"], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    idle = time.monotonic() - began
    server = start(Server())
    began = time.monotonic(); status, report, memory = finish(heal(root, server)); wall = time.monotonic() - began
    asked, ideal = len(server.seen), len(server.seen) * LATENCY / AT_ONCE
    asking = server.last - server.first
    print(f"{report['probes']['asked']} questions, {asked} calls {calls(report)}, exit {status}")
    print(f"ideal {ideal:.2f} s; first to last answer {asking:.2f} s, {asking / ideal:.3f} of the ideal; the whole command {wall:.2f} s, {wall / ideal:.3f}; without questions it takes {idle:.2f} s")
    print(f"most memory {memory:.0f} MB")
    failed |= status != 0 or asking > 1.15 * ideal or memory > 200
    for name, sent in [("politely", signal.SIGINT), ("at once", signal.SIGKILL)]:
        subprocess.run(["rm", "-rf", os.path.join(root, ".git", "libra", "answers")], check=True)
        server = start(Server())
        process = heal(root, server)
        server.half = (asked // 2, lambda: process.send_signal(sent))
        status, report, _ = finish(process)
        time.sleep(2 * LATENCY)
        begun, distinct = len(server.seen), set(server.seen)
        answered = server.answered
        again, report, _ = finish(heal(root, server, "--resume"))
        later = server.seen[begun:]
        twice = sum(body in distinct for body in later)
        print(f"stopped {name} after {begun} calls (exit {status}), gone on with {len(later)} (exit {again}): {twice} asked for twice; of those under way when it ended at most {AT_ONCE}; whole runs take {asked}")
        failed |= again != 0 or twice > (0 if sent == signal.SIGINT else AT_ONCE)
sys.exit(failed)
