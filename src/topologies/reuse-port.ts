/** Whether a Node version knows `listen({ reusePort })` (guest): an older one passes it over without a word. */

/** 22.12 and 23.1 brought it. @param version `22.12.0` */
export function hasReusePort(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
}
