/**
 * What this Node has (guest): the functions of its modules as they are found there, so that an API that nobody knew
 * when this was written is seen, and told as not tried.
 */
import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns';
import fs from 'node:fs';
import zlib from 'node:zlib';

/** Functions that answer at once, or only make an object: there is nothing to wait for. */
const immediate: Readonly<Record<string, string>> = {
  fs: '_toUnixTimestamp unwatchFile',
  'fs.promises': '',
  FileHandle: 'getAsyncId',
  crypto: `createCipheriv createDecipheriv createDiffieHellman createDiffieHellmanGroup createECDH createHash createHmac
    createMac createPrivateKey createPublicKey createSecretKey createSign createVerify getCipherInfo getCiphers getCurves
    getDiffieHellman getFips getHashes getMacs getRandomValues hash parsePKCS12 privateDecrypt privateEncrypt publicDecrypt
    publicEncrypt randomUUID randomUUIDv7 secureHeapUsed setEngine setFips timingSafeEqual`,
  subtle: '',
  zlib: 'crc32 getMaxZipContentSize setMaxZipContentSize',
  dns: 'getDefaultResultOrder getServers setDefaultResultOrder setServers',
  'dns.promises': 'getDefaultResultOrder getServers setDefaultResultOrder setServers',
  child_process: '_forkChild',
};

function functionsOf(owner: object): string[] {
  return Object.keys(owner).filter(
    (name) => typeof (owner as Readonly<Record<string, unknown>>)[name] === 'function',
  );
}

function methodsOf(prototype: object): string[] {
  return Object.getOwnPropertyNames(prototype).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    return typeof value === 'function' && name !== 'constructor';
  });
}

/** @param handle any, for what its class can do */
export function surface(handle: fs.promises.FileHandle): string[] {
  const found: Readonly<Record<string, string[]>> = {
    fs: functionsOf(fs),
    'fs.promises': functionsOf(fs.promises),
    FileHandle: methodsOf(Object.getPrototypeOf(handle) as object),
    crypto: functionsOf(crypto),
    subtle: methodsOf(Object.getPrototypeOf(crypto.webcrypto.subtle) as object),
    zlib: functionsOf(zlib),
    dns: functionsOf(dns),
    'dns.promises': functionsOf(dns.promises),
    child_process: functionsOf(childProcess),
  };
  return Object.entries(found).flatMap(([owner, names]) => {
    const known = new Set((immediate[owner] ?? '').split(/\s+/));
    return names
      .filter((name) => !known.has(name) && !name.endsWith('Sync') && !isClass(name))
      .map((name) => `${owner}.${name}`);
  });
}

const isClass = (name: string) => /^[A-Z]/.test(name);
