### A problem says what happened; `.why` says why that is a problem, and `.todo` what to do. What a text lacks comes as `$why` or `$todo`.

## What keeps the probe out of a running process, or goes wrong while it is brought in.

-with-the-probe = Start it with the probe instead: NODE_OPTIONS="--import chokepoint/probe". Or let chokepoint start it:

SIGUSR1_NOT_CAUGHT = Process { $pid } does not catch SIGUSR1, so it was not signalled.
    .why = SIGUSR1 makes Node open its inspector, but it would end this process. The process is still starting, was built without an inspector, or has removed the handler.
    .todo = If it has just been started, try again. { -with-the-probe } { $chokepoint } doctor -- node …
SIGUSR1_DISABLED = Process { $pid } was started with --disable-sigusr1, so it was not signalled.
    .why = The probe enters through the inspector, and with this option SIGUSR1 ends the process instead of opening it.
    .todo = { -with-the-probe } { $chokepoint } doctor -- node …
SIGUSR1_HANDLED = The application in process { $pid } handles SIGUSR1 itself, so it was not signalled.
    .why = The signal would run that handler and would not open the inspector.
    .todo = { -with-the-probe } { $chokepoint } doctor -- node …
SIGUSR1_UNKNOWN = It is not known whether the application in process { $pid } handles SIGUSR1 itself, so it was not signalled.
    .why = Its signal handlers could not be read: { $why }. The signal would run such a handler: some rotate logs, others shut the process down.
    .todo = { $first } { -with-the-probe } { $chokepoint } doctor -- node …
INSPECTOR_NOT_LOCAL = The inspector of process { $pid } opens at { $address }, { $how }.
    .why = This address can be reached from other machines (--inspect-port, NODE_OPTIONS). While the inspector is open, anyone who reaches it can run code in the process.
    .todo = Start the process with --inspect-port=127.0.0.1:9229 or without the option, and try again. { -with-the-probe } { $chokepoint } doctor -- node …
ATTACH_UNGUARDED = Process { $pid } was not signalled: the helper that would close its inspector if the doctor is killed did not start.
    .todo = Try again when the machine has free memory and may start more processes (ulimit -u).
MAIN_THREAD_BLOCKED = Process { $pid } was not signalled: its main thread stayed in the system call { $call } for { $seconds } s.
    .why = The signal would interrupt that call, and the application may not expect it: a waiting read would throw EINTR.
    .todo = Leave --attach out, because the doctor shows this call without the probe too; or try again later. { -with-the-probe } { $chokepoint } doctor -- node …
PERMISSION_MODEL = Process { $pid } runs under Node's permission model ({ $flag }), so it was not signalled.
    .why = With it, Node opens no inspector and starts no worker threads, and the signal would end the process.
    .todo = Leave --attach out: watching without the probe works under the permission model.
INSPECTOR_PORT_TAKEN = Port { $port }, on which process { $pid } would open its inspector, is already in use.
    .todo = Stop the process that listens there, and try again. { -with-the-probe } { $chokepoint } doctor -- node …
NETWORK_OTHER = Process { $pid } is in another network namespace, usually that of a container.
    .why = Its inspector would open on a loopback address that cannot be reached from here.
    .todo = Run chokepoint in the same container, or in its network: nsenter --target { $pid } --net { $chokepoint } doctor { $pid } --attach
ATTACH_FOLDER = chokepoint cannot create a socket that process { $pid } can reach.
    .todo = Give its container a writable /tmp, or run chokepoint as the same user. { -with-the-probe } { $chokepoint } doctor -- node …
ATTACH_BUSY = Another chokepoint is attaching to a process right now.
    .why = All Node processes open their inspector on the same port, so only one attach can run at a time. The other one has taken more than { $seconds } s.
    .todo = Try again when it has finished.
ATTACH_WRONG_PROCESS = Process { $pid } is no longer the process to attach to.
    .todo = Find the PID of the process that is running now: pgrep -af node
INSPECTOR_SILENT = Process { $pid } did not let the probe in within { $seconds } s.
    .todo = Try again later. { -with-the-probe } { $chokepoint } doctor -- node …
INSPECTOR_LEFT_OPEN = The inspector of process { $pid } is still open at { $address }.
    .why = The process was asked to close it and did not. While it is open, every user of this machine can run code in that process. { $closer }
    .todo = Close it by hand: open chrome://inspect and run process.getBuiltinModule("inspector").close() there; or restart the process.
PROCESS_STOPPED = Process { $pid } is stopped (state { $state }), so it was not signalled.
    .why = It runs no code and answers no request. The signal would stay pending, and would open the inspector when the process continues.
PROBE_PRESENT = Another chokepoint already has a probe in process { $pid }.
    .why = A second probe would measure the first one.
    .todo = Wait until the other chokepoint has ended, which removes its probe. Or watch the process from outside: leave --attach out.
PROBE_REFUSED = Process { $pid } has no probe that can be used.
    .todo = { -with-the-probe } { $chokepoint } doctor -- node …
PROBE_SILENT = The probe in process { $pid } has sent nothing within { $seconds } s.
    .todo = Try again when the machine is less busy. { -with-the-probe } { $chokepoint } doctor -- node …

## What the user typed, and what of it cannot be used.

COMMAND_UNKNOWN = There is no command "{ $name }"{ $also }.
    .why = chokepoint knows: { $known }.
OPTION_UNKNOWN = The option { $name } is not known here.
    .todo = Run "{ $chokepoint } { $command } --help" for the list. Options of your own server belong after "--".
OPTION_INVALID = { $option } does not take "{ $value }".
OPTIONS_EXCLUSIVE = { $option } and { $other } cannot be used together.
SEPARATOR_MISSING = Put "--" before the command of your server.
    .why = Without it "{ $words }" could be meant for chokepoint.
    .todo = Write: { $command }
START_NOT_ALLOWED = This MCP server starts no commands.
    .why = Whoever set it up has not allowed that.
    .todo = Ask them to set it up as: { $chokepoint } mcp --allow start
ALREADY_MEASURING = Another run is going on: { $id }.
    .why = Two at a time would measure each other.
    .todo = Wait for it with get_run, or end it with stop.
MCP_PACKAGE_MISSING = The package @modelcontextprotocol/server is not installed here.
    .why = Only this command needs it, so chokepoint does not bring it.
    .todo = Install it beside chokepoint: npm install @modelcontextprotocol/server
CONFIRMATION_MISSING = The run { $id } was not removed.
    .why = A removed run cannot be restored, and nobody confirmed it.
    .todo = Add --yes to remove it without a question.
ARGUMENT_MISSING = { $name } is missing.
SERVER_COMMAND_NOT_FOUND = The program "{ $program }" was not found.
    .why = It is neither a file here nor on the PATH.
    .todo = Check the words after "--", or give the full path.
SERVER_FILE_NOT_FOUND = The file "{ $file }" of the server command does not exist.
    .why = node would exit immediately.
    .todo = Check the path; it is looked for from { $cwd }.
SETTINGS_INVALID = The settings in { $file } cannot be used.
VARY_KEY_UNKNOWN = --vary does not know the key "{ $key }".
    .why = It can vary { $known }.
VARY_LEVEL_INVALID = --vary { $key } does not take "{ $value }".
LOAD_INVALID = --load does not take "{ $value }".
    .todo = Use closed:CLIENTS, closed:CLIENTSxREQUESTS, rate:PER_SECOND, poisson:PER_SECOND, ramp:FROM..TO or batch:SIZExBATCHES, with numbers above 0.
HEADER_UNREADABLE = The value of the header { $header } cannot be read from { $value }.
    .todo = Name a file with one line (NAME:@FILE) or a variable that is set (NAME: $VARIABLE). Where chokepoint printed @FILE, write the secret there first. To begin a value with one of these characters, write @@ or $$.
SECRETS_NEEDED = The run needs values that are not stored: { $names }.
    .why = A store keeps the names of secrets, and never their values.
URL_INVALID = --url does not take "{ $value }".
    .todo = Give the address that your server listens on, such as http://127.0.0.1:3000/
SCENARIO_INVALID = The scenario file { $file } cannot be used.
    .todo = It is a JSON list of requests: [{ "{" } "url": "http://127.0.0.1:3000/", "weight": 3 { "}" }, …].
PROCESSES_NEED_NODE = --vary processes cannot be applied to "{ $program }".
    .why = It runs the script under node:cluster, so the command has to be "node [options] script [arguments]".
    .todo = Give the script itself instead of a wrapper such as npm or a shell.
CPUS_UNAVAILABLE = CPU affinity cannot be set here.
EXPERIMENT_UNKNOWN = There is no experiment "{ $name }".
    .why = The lab has: { $known }.
SUBJECT_UNKNOWN = There is no server "{ $name }" to start.
    .why = serve knows: { $known }.
TOPOLOGY_UNKNOWN = { $subject } cannot be started as "{ $name }".
    .why = It knows the topologies { $known }.
NODE_TOO_OLD = This is Node { $version }; chokepoint needs { $needed } or newer.
    .why = It stores runs with node:sqlite, which older versions lack. Another Node could not be started: { $why }
NODE_NOT_FOUND = --node { $value }: no such Node.
    .todo = Give the path of a node binary.
NODE_NOT_PACKAGED = --node { $value }: no package with a Node for { $system } is known.
    .why = Versions are fetched as packages of a fixed list: { $known }. A package of another name could contain anything.
    .todo = Give the path of a node binary.
NODE_ALTERED = --node { $value }: { $file } is not what the registry states for { $name }.
    .why = Its version or its hash differs, or others may write it. It was not run.
    .todo = Remove that file and try again, or give the path of a node binary that you trust.
ROOM_MISSING = The temporary folder { $folder } needs { $missing } MiB more space.
    .why = The servers of this experiment read files that are written there; they are removed after each trial.
    .todo = Free some space, or name another folder on a disk: TMPDIR=DIR before the command.

## Why a server of another platform cannot be started.

CONTESTANT_NOT_READY = The server of { $name } was not prepared.
    .todo = Install what is missing, then run the same command again.
CONTESTANT_BUILD_FAILED = { $name } could not be built ({ $how }).
    .why = The last lines of the build: { $lines }
    .todo = Check that the build can reach its package repository, then run the same command again. The log is { $log }.

## What a gate needs and does not find: two states of one server that can both be started here.

GIT_MISSING = The program git was not found.
    .why = { $why } --against checks the base revision out beside the working tree.
    .todo = Install git, or compare with a stored run: --against last.
REPOSITORY_MISSING = The folder { $folder } is not in a git repository.
    .why = git says: { $why }
    .todo = Start the command within the repository of your server, or compare with a stored run: --against last.
BASE_FOREIGN = It is not certain that you measured the run { $id } on this machine.
    .why = { $why } The gate would compare with figures that somebody may have chosen.
    .todo = Name a revision instead. If you trust the run, add --trust-store.
REVISION_UNKNOWN = --against { $name }: there is no such revision, and no stored run of that name.
    .why = The repository is { $repository }; runs are looked for in { $store }.
    .todo = Check the name with "git rev-parse { SHELL($name) }". In CI the checkout may be too shallow: give actions/checkout a fetch-depth of 0.
BASE_NOT_CHECKED_OUT = The revision { $name } could not be checked out beside the working tree.
    .why = git says: { $why }
    .todo = Try it by hand: git worktree add --detach FOLDER { SHELL($name) }
BASE_FOLDER_MISSING = The folder { $folder } does not exist in the revision { $name }.
    .why = The server command runs in the same folder of both.
    .todo = Start the command from a folder that both have, such as the root of the repository.
BASE_NOT_INSTALLED = The base has no dependencies yet, and node_modules of the working tree cannot be reused.
    .todo = Say how to install it: --prepare 'npm ci' (a shell command that runs in the checkout of the base).
PREPARE_FAILED = --prepare "{ $command }" failed in the checkout of the base ({ $how }).
    .why = Its last lines: { $output }
    .todo = Run it by hand in a fresh clone of the base revision.
PREPARE_TOO_LONG = --prepare "{ $command }" had not ended after { $minutes } minutes in the checkout of the base.
    .why = Its last lines: { $output }
    .todo = Give a command that ends by itself. What takes longer can be built before, and copied by --prepare.
GIT_STARTS = The settings of this repository let git start a program: { $name }.
    .why = They are in { $repository }/.git/config, which no clone brings. In an unpacked archive anybody may have written it.
    .todo = If you set it yourself, move it from there to your own settings (git config --global).
COMMAND_NOT_RELATIVE = The server command names { $word }, a path in the working tree.
    .why = Base and head run the same words in two checkouts. With this path both would run the file of the working tree.
    .todo = Give the path relative to the current folder.
RUN_NOT_COMPARABLE = The run { $id } cannot serve as the baseline.
GATE_WITHOUT_RESULT = The gate ended without a result.
    .why = Its document { $file } cannot be read: { $why }
    .todo = See what the step of the gate has printed.
GATE_UNMEASURED = The gate has no measurements to decide on.
    .todo = See "{ $chokepoint } runs show { $run }" for the trials; longer windows (--duration) give percentiles their requests, a larger --budget more blocks.

## What can go wrong with generators on other machines.

GENERATOR_NOT_STARTED = The generator "{ $name }" did not start ({ $how }).
    .why = Its command ended before the generator had said who it is. The last of its stderr: { $said }
    .todo = Run the command by hand: it has to print one line that begins with { "{" }"kind":"hello", and to wait.
GENERATOR_VERSION = The generator "{ $name }" is chokepoint { $theirs }, and this is { $ours }.
    .why = Two versions may measure differently, so their figures are not merged.
    .todo = Use the same version there: npx chokepoint@{ $ours } generate
GENERATOR_GARBLED = The generator "{ $name }" said something that is not its protocol.
    .why = Its stdout must carry the protocol alone. Often a login script or a banner writes to it. It said: { $line }
    .todo = Silence what writes there (a .bashrc, a message of the day), or write it to stderr. ssh -T asks for no terminal.
GENERATOR_SILENT = The generator "{ $name }" did not answer within { $seconds } s (expected: { $expected }).
    .why = It hangs, or the connection to it is gone. What it has sent is not known.
    .todo = Look at that machine and at the network. Its generator ends by itself when it hears nothing for a minute.
GENERATOR_LOST = The generator "{ $name }" ended while it was in use ({ $how }).
    .why = Its part of the load is missing, so the others measured another load. The last of its stderr: { $said }
    .todo = Look why it ended there (memory, a closed connection), and run it again.
GENERATOR_K6 = The generator "{ $name }" cannot run the script: it does not have k6 v{ $ours }, which is the one on this machine.
    .todo = Install k6 v{ $ours } there, and put it on the PATH that its command has.
GENERATOR_CANNOT_REACH = The generator "{ $name }" cannot reach the server at { $address }.
    .todo = Let the server listen at 0.0.0.0, and name an address of this machine that leads to it from there: --url http://ADDRESS:PORT (port 0: it is found).
LOAD_NOT_SHARED = This load cannot come from generators elsewhere (here: { $generators }).
    .todo = Use another load (-c, -r, --scenario), or another number of generators.
CONSENT_NEEDED = The load would go to { $address }, which is no address for private use.
    .why = It sends real load through networks that others use.
    .todo = Add --yes if you may load that host and everything on the way to it.

## What can go wrong where k6 runs a script of the user.

K6_MISSING = k6 was not found.
    .why = { $why } It is not bundled with chokepoint (AGPL).
    .todo = Install k6 (https://grafana.com/docs/k6/latest/set-up/install-k6/), or leave --engine out.
K6_UNSUPPORTED = This version of k6 is not supported: { $version } ({ $file }).
    .why = The options and the output of k6 1 and 2 are known.
    .todo = Install k6 1 or 2, and put it first on the PATH.
K6_FAILED = k6 did not complete the load ({ $how }).
    .todo = Run the script once by itself: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE
K6_NO_REQUEST = The script { $script } made no HTTP request in { $iterations } iterations.
    .why = Only HTTP requests of the measured window are counted.
    .todo = Measure for longer with --duration, or check what the default function of the script does.
K6_THREW = The script { $script } made no HTTP request in { $iterations } iterations: its default function throws an exception.
    .why = { $exception }
    .todo = Correct the script, and run it once by itself: BASE_URL=http://127.0.0.1:3000 k6 run --iterations 1 FILE
K6_EDITED = The script { $script } was edited while it was measured with.
    .why = The trials before had another load.
    .todo = Begin again, and leave the script as it is until the run has ended.
K6_TOO_LARGE = The script { $script } with all that it imports and opens has more than { $most } MB.
    .why = All of it is sent to each generator.
    .todo = Let the script open smaller files, or load from this machine alone, without --generator.
K6_ELSEWHERE = The script { $script } does not ask the server at { $origin }: its requests go to { $url }.
    .why = Figures of another server say nothing about this one.
    .todo = Use the address that the script is given: __ENV.BASE_URL
K6_ANSWERS_WRONG = { $wrong } of { $answered } answers were not what the script expects: { $kinds }.
    .why = A server that answers with errors is fast for the wrong reason, so this trial does not count.
    .todo = First of them: { $example }. { $todo }

## What ends a look at a running process before it began.

LOOK_NEEDS_LINUX = A running process cannot be watched from outside on { $platform }.
    .why = The state of its threads is read from /proc, which is not shown here.
    .todo = Let chokepoint start it, which works here: { $chokepoint } doctor -- node server.js. Or run chokepoint on the Linux machine, or in the container, where the process runs.
PROCESS_NOT_FOUND = There is no process { $pid } to watch.
    .todo = List the Node processes with their PIDs: pgrep -af node
PORT_SILENT = No process listens on port { $port }.
    .why = The listening sockets of this machine were read; in a container those of that container count.
PORT_HIDDEN = The process that listens on port { $port } may not be looked at.
    .why = It belongs to another user, or runs in a container.
    .todo = Run chokepoint as that user or as root, or inside the container.
PORT_PUBLISHED = Port { $port } is published by Docker: its proxy listens there, and Node runs in the container.
    .why = The proxy only passes connections on; the process to look at has a PID of its own on this machine.
    .todo = Look at the process of the container, as root: { $command }
TARGET_OTHER = Process { $pid } does not listen at { $host }:{ $port }.
    .why = The requests would go to another program, with all that they hold.
    .todo = In the scenario, name an address of that process.
PM2_APP_UNKNOWN = No process of a PM2 application "{ $name }" was found.
    .todo = Give a name of "pm2 list", a PID, or :PORT; before the command of your server write "--".
TARGET_AMBIGUOUS = "{ $text }" can mean two things here.
NOT_A_NODE = Process { $pid } is not a Node process.
    .why = It runs { $binary }.
    .todo = Give the PID of the Node process itself, not of the shell, npm or container that started it: pgrep -af node
OWN_PROCESS = Process { $pid } is the doctor itself.
    .why = It would measure only itself.
    .todo = Give the PID of the server: pgrep -af node
OTHER_USER = This user may not watch process { $pid }.
NO_NODE_PROCESS = "{ $command }" started no Node process.
    .why = { $how }; its last lines: { $last }
    .todo = Give the command that starts your server in the foreground: node server.js, or npm start.
PID_NAMESPACE_OTHER = PID { $pid } belongs to a process inside a container.
    .why = Outside that container, PID { $pid } is { $here }. Node processes with PID { $pid } in their container have other PIDs outside: { $candidates }.
    .todo = Give the PID outside the container: --pid { $first }
REPLAY_INVALID = The file { $file } cannot be replayed.
    .todo = Give the watch.json of a report: { $chokepoint } doctor --replay .chokepoint/reports/ID/watch.json
METRICS_PORT_TAKEN = The metrics cannot be served on 127.0.0.1:{ $port }.
    .todo = Choose another port, or let the system choose one: --prometheus 0
WATCH_CUT_SHORT = The server ended { $seconds } s after the watch began ({ $how }).
    .why = The figures up to then say little about a running server.
WATCH_INTERRUPTED = Interrupted.

## What the model of a server does not answer.

WHAT_IF_INVALID = --what-if does not take "{ $value }".
    .todo = Write --what-if pool=4,8,16 or --what-if pool=8,processes=2; keys are pool, connections, processes, cpus, clients, rate.
DEMANDS_UNKNOWN = Nothing can be predicted from { $from }.
DEMANDS_FILE_INVALID = The file { $file } holds no demands.
    .todo = Write one with: { $chokepoint } predict --run RUN --json > FILE
CELL_UNKNOWN = The run { $run } has no setting "{ $cell }".
    .why = It has: { $known }.
PREDICTION_OUTSIDE = The model does not answer for any of the settings that were asked for.
    .todo = Ask for settings nearer to what it was calibrated on, or measure them: { $chokepoint } sweep.

## Result files of other load tools.

RESULT_FILE_UNREADABLE = The result file { $file } cannot be read.
    .todo = Name a regular file that you may read; unpack it first if it is compressed.
# long: a list of commands
RESULT_FILE_UNKNOWN = The file { $file } is no result that can be checked.
    .todo = Write one with: k6 run --out csv=FILE (or json=FILE, or --summary-export FILE), oha --output-format json (or csv), vegeta report -type=json (or encode -to json), autocannon --json, wrk --latency, ab.
RESULT_FILE_FAILED = All requests of the result file { $file } failed.
    .todo = See that the server answers at the address of the test, and repeat the test.
RESULT_FILE_CONTRADICTED = { $option } contradicts the result file { $file }.
    .todo = Leave { $option } out. With files of other tools, check those alone.

## Why the pool of a process cannot be read from outside.

-queue = Its threads are still seen. To see its queue too, start it with the probe: node --import chokepoint/probe
PEEK_NO_ELF = The pool of process { $pid } cannot be read from its memory.
    .why = It can be read only in 64-bit ELF binaries: { $why }.
    .todo = { -queue }
PEEK_STRIPPED = The pool of process { $pid } cannot be read from its memory.
    .why = Its address comes from the symbols of the binary: { $why }.
    .todo = Run an official build of Node, which keeps its symbols. { -queue }
PEEK_MOVABLE = The pool of process { $pid } cannot be read from its memory.
    .why = Its address is known only if the binary is loaded at a fixed address: { $why }.
    .todo = Run an official build of Node, which is loaded at a fixed address. { -queue }
PEEK_SHARED_LIBRARY = The pool of process { $pid } cannot be read from its memory.
    .why = It is looked up in the binary only: { $why }.
    .todo = Run an official build of Node, which contains libuv. { -queue }
PEEK_UNKNOWN_LIBUV = The pool of process { $pid } cannot be read from its memory.
    .why = It can be read only with a known version of libuv: { $why }.
    .todo = { -queue }
PEEK_PACKED = The pool of process { $pid } cannot be read from its memory.
    .why = Official builds of Node can be read; any other build has to be tested first: { $why }.
    .todo = { -queue }
PEEK_NO_RIGHTS = The pool of process { $pid } cannot be read from its memory.
    .why = The kernel does not allow it: { $why }.
    .todo = Run chokepoint as root (sudo), or in the container with --cap-add SYS_PTRACE.
PEEK_UNREADABLE = The pool of process { $pid } cannot be read from its memory.
    .why = It could not be opened: { $why }.
    .todo = { -queue }
PEEK_UNTRIED = The pool of process { $pid } cannot be read from its memory.
    .why = Official builds of Node can be read; any other build has to be tested first: { $why }.
    .todo = If you trust its binary, let chokepoint start it once for this test: --try-binary. { -queue }
PEEK_MISREAD = The pool of process { $pid } cannot be read from its memory.
    .why = The values read there are not plausible: { $why }.
    .todo = Report the version of this Node: its libuv stores the pool in another way. { -queue }
ENVIRONMENT_UNREADABLE = The pool size requested for process { $pid } is not known.
    .why = It is an environment variable of the process: { $why }.
    .todo = Run chokepoint as the same user, or as root.
SOCKETS_UNREADABLE = The connections of process { $pid } cannot be seen.
    .why = They are found through the open files of the process: { $why }.
    .todo = Run chokepoint as the same user, or as root.

## Where runs and reports are kept.

STORE_UNWRITABLE = The store { $file } cannot be written.
    .todo = Choose another place with --store FILE; nothing was started.
STORE_UNREADABLE = The store { $file } cannot be read.
    .todo = Run it as the user who owns the store, or name another one with --store FILE.
STORE_NEWER = The store { $file } was written by another version of chokepoint (schema { $found }; this one reads { $known }).
    .why = Writing to it could damage what the other version stored.
    .todo = Use the version that wrote it, or start another store with --store FILE.
STORE_DAMAGED = The store { $file } is damaged or is not a chokepoint store.
    .todo = Keep a copy for recovery ("sqlite3 { SHELL($file) } .recover"), and use --store ANOTHER_FILE.
STORE_ALTERED = The store { $file } has a part that chokepoint did not create: { $kind } { $name }.
    .why = Such a part can change the figures that are stored or read. No result of this store can be trusted.
    .todo = Find out who made the file. Use another store with --store ANOTHER_FILE.
STORE_FULL = The disk has no space left for the store { $file }.
    .todo = Free some space on the disk. { $next }
STORE_BUSY = Another process has locked the store { $file } for more than five seconds.
    .why = Two processes cannot write to it at the same time.
    .todo = Wait for that process, or end it: fuser { SHELL($file) }. { $next }
STORE_WRITE_FAILED = The store { $file } can no longer be read or written.
    .todo = Look at the disk, at its quotas, and at the rights of the file. { $next }
STORE_ON_NETWORK = The store { $file } lies on a file system that other machines may share ({ $network }), and has a write-ahead log.
    .why = Two machines that write to such a log damage the store, and its journal could not be changed: { $why }
    .todo = End every other chokepoint that uses it, then try again. Or name a store on a local disk with --store FILE.
RUN_ID_INVALID = { $id } is not an id of a run.
    .why = An id has only letters, digits, "-" and "_".
    .todo = Take one from "{ $chokepoint } runs list", or "last".
RUN_UNREADABLE = The run { $id } in { $file } cannot be read by this version.
    .todo = Read it with the version that wrote it. The other runs of the store can be read.
RUN_STILL_RUNNING = The run { $id } is still running.
    .why = Its process is { $where }.
    .todo = Wait for it, or end that process first.
RUN_OUT_OF_SIGHT = It cannot be seen from here whether the run { $id } is still running.
    .why = Its process was { $where }, in another container, on another machine, or before an update.
    .todo = Make sure that it has ended, then repeat the command with --take-over.
RUN_TAKEN = The run { $run } in { $file } was taken over by another process.
    .todo = Let only one of them continue: "{ $chokepoint } runs show { $run }" shows what was stored.
RUN_REMOVED = The run { $run } was removed from { $file } while it was running.
    .why = Its trials cannot be stored any more.
    .todo = Start it again.
RUN_FOREIGN = It is not certain that you started the run { $id } on this machine.
    .why = { $why } Resuming it would run: { $command }
    .todo = Read the command. If you trust it, repeat yours with --trust-store.
RUN_NOT_FOUND = There is no run "{ $id }" in { $file }.
    .todo = See "{ $chokepoint } runs list"; the first letters of an id are enough if only one run begins with them.
RUN_WITHOUT_TRIALS = { $id } has no trials: it is the report of a watch, a check, a prediction, or a first look that tried no setting.
    .why = Only trials can be compared, exported or removed.
    .todo = Its files are in { SHELL($folder) }. To compare two versions of a server: { $chokepoint } sweep --against main -- node server.js
RUN_NOT_RESUMABLE = The run { $id } cannot be resumed.
OUTPUT_UNWRITABLE = The report cannot be written to { $dir }.
FOLDER_OF_OTHERS = User { $uid } will not write through { $path }.
    .why = { $why } The owner of a folder on the path can redirect it to any file.
    .todo = Choose your own paths with --out DIR and --store FILE, or run chokepoint as the user who owns that one.

## What can end one trial, or a whole run.

PORT_TAKEN = Something already listens on { $host }:{ $port }{ $by }.
    .why = Requests would go to that process instead of the server that is to be started.
    .todo = Stop it (on Linux, ss -ltnp "sport = :{ $port }" shows it), or use another port: --port with serve. With sweep or tune, change the port of your server and of --url.
SERVER_EXITED = The server ended before it answered ({ $how }).
    .why = A server has to run until it is stopped.
SERVER_NOT_READY = The server did not answer at { $url } within { $seconds } s.
    .todo = Check that --url names the port that the server listens on; give a slow server more time with --start-timeout.
PORT_NOT_FOUND = No port of the server answered HTTP within { $seconds } s.
    .todo = Give a slow server more time with --start-timeout. If another process listens for it (a container, a daemon), name the address with --url. With doctor, --load none watches a program that serves no HTTP.
PORT_UNSEEN = The port of the server cannot be found on { $platform }.
    .why = Each Node process of the command tells where it listens, and none has; of other programs only Linux shows it.
    .todo = Name it: --url http://127.0.0.1:3000/
PATH_REFUSED = { $method } { $path } answered { $status } at { $address }.
    .why = An error or a redirect is not the work that is to be measured.
SERVER_DIED = The server ended under load ({ $how }).
    .why = Figures of a server that ended do not describe a running one.
    .todo = Look for the error in its last lines, which are kept with the trial; or lower the load.
NO_ANSWER = None of { $sent } requests got a valid response: { $kinds }.
    .why = Without answers there is nothing to measure.
    .todo = Test the server by hand (curl -i { SHELL($url) }); give slow answers more time with --timeout.
ANSWERS_UNFINISHED = No response was complete: { $begun } started ({ $status }) and did not end within the timeout.
    .why = A response time is known only when the response ends.
ANSWERS_WRONG = { $wrong } of { $answered } answers were not the expected ones: { $kinds }.
    .why = A server that answers with errors is fast for the wrong reason, so this trial does not count.
    .todo = First of them: { $example }. If that status is right, say so with --expect-status.
REQUESTS_FAILED = { $failed } of { $sent } requests failed: { $kinds }.
    .why = Failed requests are the slowest of all; leaving them out would make the result look better than it is.
    .todo = Lower the load, or give the server more time with --timeout.
FACTS_MISSING = The test program reported on { $found } of its { $of } processes ({ $how }).
    .why = It tests how Node behaves, and ended early; its last lines are kept with the trial.
    .todo = Run it again. If it fails again, that Node binary or this machine forbids what it tries.
SERVER_GONE = The server is not running: { $how }.
    .why = A server that is started by hand runs until Ctrl-C, which was not pressed.
    .todo = Look for the reason in its last lines and start it again.
CHILDREN_LEFT = The server left processes behind when it was stopped ({ $count }): { $commands }.
SETTING_VOID = The trials of this setting do not count: check { $check } failed.
    .why = { $sentence }
    .todo = Fix the cause named by the check and rerun; docs/checks.md explains it.
SETTING_WITHOUT_EFFECT = The variable has no effect on the server.
    .why = { $sentence } So all settings of the search are the same, and none can be the best.
WORK_UNFINISHED = Only { $done } of { $expected } jobs had ended { $seconds } s after the last response.
    .why = Without all of them the figures of the burst are meaningless.
    .todo = Use a smaller scale (--quick), or look at the server's output with "{ $chokepoint } runs show".
TURNS_REFUSED = The servers of this block could not be loaded in turn.
    .why = { $why }
    .todo = Nothing: fresh servers, one after the other, are measured instead.
GENERATOR_FAILED = The load generator ended before its result was complete ({ $how }).
    .todo = Run it again. If it fails again, please report it with the run ({ $chokepoint } runs export).
TOOL_MISSING = The program { $name } was not found.
    .todo = Install { $name }, or add its folder to the PATH.
PM2_MISSING = PM2 was not found.
    .why = It is optional (AGPL) and not bundled with chokepoint.
    .todo = Install it beside chokepoint: npm install pm2. Or do without it: --vary topology=node,cluster (lab), --topology cluster (serve).
PISCINA_MISSING = piscina was not found.
    .why = It is optional and not bundled with chokepoint.
    .todo = Install it beside chokepoint: npm install piscina. Or leave its topologies out: --vary topology=node,own-pool,once-pool
REUSE_PORT_UNAVAILABLE = Node { $version } cannot give each process its own socket on one port (reusePort).
    .why = It ignores the option, so its workers would share one socket as in any cluster.
    .todo = Use Node 22.12, or 23.1 or newer (--node 26), or leave that topology out: --vary topology=node,cluster
WINDOW_TOO_SHORT = No setting answered enough requests in its window for a { $figure }: { $setting } answered most, { $answered }.
    .why = A { $figure } needs { $needed } of them; with fewer, single requests would decide which setting is best.
    .todo = Write --duration { $duration }, or raise --load, or take --objective throughput.
NOTHING_MEASURED = No trial of { $cells } gave a result.
    .todo = Fix that first; "{ $chokepoint } runs show { $run }" has every trial with its output.
SELFTEST_FAILED = The load engine reported wrong figures: { $failed }.
    .why = At the moment its figures cannot be trusted on this machine.
    .todo = Stop other programs on the machine and repeat it. If it fails again, please report it.
DEFECT = chokepoint has an internal error: { $what }.
    .why = Neither your server nor your command caused it.
    .todo = Please report it with the lines on stderr and the version ({ $chokepoint } --version).
INTERRUPTED = Interrupted.
    .why = { $stored }
