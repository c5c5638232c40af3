/** System calls that a thread of Node may be found in, by number (Linux `unistd.h`). */

/** The kind of the first arguments: an open file, a path, or a folder and a path below it. */
type CallSubject = 'file' | 'path' | 'at';

export interface Syscall {
  readonly name: string;
  readonly subject: CallSubject | null;
}

/** The calls as `name x64 arm64`, with a dash where that architecture has no such call. */
const list: Readonly<Record<CallSubject | 'none', string>> = {
  file: `read 0 63 · write 1 64 · pread64 17 67 · pwrite64 18 68 · readv 19 65 · writev 20 66 · preadv 295 69 ·
    pwritev 296 70 · preadv2 327 286 · pwritev2 328 287 · close 3 57 · fstat 5 80 · fstatfs 138 44 · ioctl 16 29 ·
    fcntl 72 25 · flock 73 32 · fsync 74 82 · fdatasync 75 83 · sync_file_range 277 84 · ftruncate 77 46 ·
    fallocate 285 47 · getdents64 217 61 · fchmod 91 52 · fchown 93 55 · sendfile 40 71 · copy_file_range 326 285 ·
    splice 275 76 · connect 42 203 · accept 43 202 · accept4 288 242 · sendto 44 206 · recvfrom 45 207 ·
    sendmsg 46 211 · recvmsg 47 212 · sendmmsg 307 269 · recvmmsg 299 243 · lseek 8 62`,
  path: `open 2 - · stat 4 - · lstat 6 - · access 21 - · statfs 137 43 · truncate 76 45 · rename 82 - · mkdir 83 - ·
    rmdir 84 - · link 86 - · unlink 87 - · symlink 88 - · readlink 89 - · chmod 90 - · chown 92 - · lchown 94 -`,
  at: `openat 257 56 · openat2 437 437 · newfstatat 262 79 · statx 332 291 · faccessat 269 48 · faccessat2 439 439 ·
    renameat 264 38 · renameat2 316 276 · mkdirat 258 34 · linkat 265 37 · unlinkat 263 35 · readlinkat 267 78 ·
    fchmodat 268 53 · fchownat 260 54 · utimensat 280 88`,
  none: `poll 7 - · ppoll 271 73 · select 23 - · pselect6 270 72 · epoll_wait 232 - · epoll_pwait 281 22 ·
    epoll_pwait2 441 441 · mmap 9 222 · mprotect 10 226 · munmap 11 215 · mremap 25 216 · madvise 28 233 · brk 12 214 ·
    msync 26 227 · symlinkat 266 36 · socket 41 198 · nanosleep 35 101 · clock_nanosleep 230 115 · wait4 61 260 ·
    waitid 247 95 · pause 34 - · sched_yield 24 124 · getrandom 318 278 · futex 202 98 · futex_waitv 449 449 ·
    futex_wait 455 455 · membarrier 324 283 · semtimedop 220 192 · rt_sigtimedwait 128 137 · rt_sigsuspend 130 133 ·
    io_getevents 208 4 · io_uring_enter 426 426 · restart_syscall 219 128 · exit_group 231 94`,
};

const column = { x64: 1, arm64: 2 }[process.arch as 'x64' | 'arm64'];

const byNumber = new Map<number, Syscall>(
  Object.entries(list).flatMap(([subject, text]) =>
    text.split('·').flatMap((entry) => {
      const words = entry.trim().split(' ');
      const number = Number(column === undefined ? Number.NaN : words[column]);
      if (Number.isNaN(number)) return [];
      return [
        [number, { name: words[0] ?? '', subject: subject === 'none' ? null : (subject as CallSubject) }],
      ];
    }),
  ),
);

/** Returns the call of a number. If it is not in the list, or on another architecture, the number is its name. */
export function syscallOf(number: number): Syscall {
  return byNumber.get(number) ?? { name: `system call ${number}`, subject: null };
}
