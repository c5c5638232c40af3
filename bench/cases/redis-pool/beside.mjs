/** Redis, which keeps nothing; it ends with this process, whose group it is in. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

const args = ['--port', process.env.BESIDE_PORT, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
spawn('redis-server', args, { stdio: 'ignore' });
