/** What the lists of APIs that use the pool name, by the names under which they are tried. */

export const isWatcher = (name: string) => /^fs\.(promises\.)?watch/.test(name);
export const isFile = (name: string) => /^(fs\.|FileHandle\.|Dir\.)/.test(name) && !isWatcher(name);
export const isZlib = (name: string) => name.startsWith('zlib.');
export const isCallbackCrypto = (name: string) => name.startsWith('crypto.') && !name.endsWith('(stream)');
export const isWebCrypto = (name: string) => name.startsWith('subtle.');
export const isLookup = (name: string) => /^dns\.(promises\.)?lookup$/.test(name);
export const isLookupService = (name: string) => /^dns\.(promises\.)?lookupService$/.test(name);
/** Jobs of another API, which a list need not name again. */
export const isThrough = (name: string) =>
  /(to|from) a name$|^(De)?[Cc]ompressionStream$|^readline over a file$/.test(name);
export const isNamedCrypto = (name: string) => /^crypto\.(pbkdf2|scrypt|randomBytes|randomFill)$/.test(name);
export const isNetwork = (name: string) =>
  /^(dns|dns\.promises|Resolver|promises\.Resolver)\.(resolve|reverse)/.test(name) ||
  /(to|from) (an address|a path)$/.test(name);

/** The article: the file system, look-ups, crypto and zlib. */
export const isInArticle = (name: string) =>
  isFile(name) || isLookup(name) || isLookupService(name) || isCallbackCrypto(name) || isZlib(name);
/** Node's documents on UV_THREADPOOL_SIZE: all of fs but watchers, asynchronous crypto, dns.lookup() and zlib. */
export const isInDocuments = (name: string) =>
  isFile(name) || isLookup(name) || isCallbackCrypto(name) || isWebCrypto(name) || isZlib(name);
