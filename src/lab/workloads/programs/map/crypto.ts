/** Cryptography: node:crypto with callbacks, and WebCrypto (guest). */
import * as crypto from 'node:crypto';
import { Absent, called, method, named, type Attempt } from './attempt.ts';

const { subtle } = crypto.webcrypto;
const bytes = Buffer.alloc(32, 1);
const iv = Buffer.alloc(12, 1);

/** Numbers that a store of random bytes gives before the pool has to fill it again. */
const numbersInStore = 1024;

export function cryptoAttempts(): Attempt[] {
  const pair = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const agreement = crypto.generateKeyPairSync('x25519');
  const signature = crypto.sign('sha256', bytes, pair.privateKey);
  const callbacks: Readonly<Record<string, readonly unknown[]>> = {
    pbkdf2: ['a', 'b', 10, 32, 'sha512'],
    scrypt: ['a', 'b', 32, { N: 16 }],
    hkdf: ['sha256', bytes, 'salt', 'info', 32],
    randomBytes: [32],
    generateKey: ['hmac', { length: 64 }],
    generateKeyPair: ['ec', { namedCurve: 'P-256' }],
    generatePrime: [32],
    checkPrime: [Buffer.from([251])],
    sign: ['sha256', bytes, pair.privateKey],
    verify: ['sha256', bytes, pair.publicKey, signature],
    diffieHellman: [{ privateKey: agreement.privateKey, publicKey: agreement.publicKey }],
    argon2: ['argon2id', { message: 'a', nonce: bytes, parallelism: 1, tagLength: 32, memory: 8, passes: 1 }],
    encapsulate: [agreement.publicKey],
  };
  return [
    ...Object.entries(callbacks).map(([name, args]): Attempt => ({
      name: `crypto.${name}`,
      start: () => called((done) => method(crypto, name)(...args, done)),
    })),
    {
      name: 'crypto.randomInt',
      stored: true,
      start: () =>
        Promise.all(
          Array.from({ length: numbersInStore + 1 }, () => called((done) => crypto.randomInt(1000, done))),
        ),
    },
    ...named({
      'crypto.decapsulate': () => {
        const { ciphertext } = method(crypto, 'encapsulate')(agreement.publicKey) as { ciphertext: Buffer };
        return called((done) => method(crypto, 'decapsulate')(agreement.privateKey, ciphertext, done));
      },
      'crypto.randomFill': () => called((done) => crypto.randomFill(Buffer.alloc(32), done)),
      'crypto.createHash (stream)': () =>
        new Promise((resolve, reject) => {
          crypto.createHash('sha256').on('error', reject).on('data', resolve).end(bytes);
        }),
      'crypto.createCipheriv (stream)': () =>
        new Promise((resolve, reject) => {
          const cipher = crypto.createCipheriv('aes-256-gcm', bytes, iv).on('error', reject);
          cipher.on('data', resolve).end(bytes);
        }),
    }),
  ];
}

type Usage = Parameters<typeof subtle.importKey>[4][number];

const importAs = (algorithm: Parameters<typeof subtle.importKey>[2], usages: readonly Usage[]) =>
  subtle.importKey('raw', bytes, algorithm, true, [...usages]);

/** Attempts at WebCrypto. Keys are made by the pool: they are made ready before it is held. */
export async function webCryptoAttempts(): Promise<Attempt[]> {
  const gcm = { name: 'AES-GCM', iv } as const;
  const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const derive = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes, iterations: 10 } as const;
  const aes = await importAs('AES-GCM', ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']);
  const mac = await importAs(hmac, ['sign', 'verify']);
  const password = await subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits', 'deriveKey']);
  const pair = await subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const encrypted = await subtle.encrypt(gcm, aes, bytes);
  const wrapped = await subtle.wrapKey('raw', mac, aes, gcm);
  const tag = await subtle.sign(hmac, mac, bytes);
  const bySubtle: Readonly<Record<string, () => Promise<unknown>>> = {
    'subtle.digest': () => subtle.digest('SHA-256', bytes),
    'subtle.encrypt': () => subtle.encrypt(gcm, aes, bytes),
    'subtle.decrypt': () => subtle.decrypt(gcm, aes, encrypted),
    'subtle.sign': () => subtle.sign(hmac, mac, bytes),
    'subtle.verify': () => subtle.verify(hmac, mac, tag, bytes),
    'subtle.deriveBits': () => subtle.deriveBits(derive, password, 256),
    'subtle.deriveKey': () =>
      subtle.deriveKey(derive, password, { name: 'AES-GCM', length: 256 }, true, ['encrypt']),
    'subtle.generateKey': () => subtle.generateKey(ecdsa, true, ['sign', 'verify']),
    'subtle.importKey': () => importAs('AES-GCM', ['encrypt']),
    'subtle.exportKey': () => subtle.exportKey('raw', aes),
    'subtle.exportKey (spki)': () => subtle.exportKey('spki', pair.publicKey),
    'subtle.wrapKey': () => subtle.wrapKey('raw', mac, aes, gcm),
    'subtle.unwrapKey': () => subtle.unwrapKey('raw', wrapped, aes, gcm, hmac, true, ['sign']),
    'subtle.getPublicKey': async () => method(subtle, 'getPublicKey')(pair.privateKey, ['verify']),
  };
  return [...named(bySubtle), ...(await encapsulation())];
}

/** Attempts at key encapsulation, made for the time after quantum computers: since Node 24, where OpenSSL has it. */
async function encapsulation(): Promise<Attempt[]> {
  const names = ['encapsulateBits', 'encapsulateKey', 'decapsulateBits', 'decapsulateKey'] as const;
  const absent = names.map((name): Attempt => ({
    name: `subtle.${name}`,
    start: () => Promise.reject(new Absent(name)),
  }));
  try {
    const generate = method(subtle, 'generateKey');
    type Made = Readonly<Record<'publicKey' | 'privateKey' | 'ciphertext', unknown>>;
    const pair = (await generate('ML-KEM-768', true, [...names])) as Made;
    const bits = (await method(subtle, 'encapsulateBits')('ML-KEM-768', pair.publicKey)) as Made;
    const key = ['AES-GCM', true, ['encrypt']];
    const calls: Readonly<Record<(typeof names)[number], readonly unknown[]>> = {
      encapsulateBits: [pair.publicKey],
      encapsulateKey: [pair.publicKey, ...key],
      decapsulateBits: [pair.privateKey, bits.ciphertext],
      decapsulateKey: [pair.privateKey, bits.ciphertext, ...key],
    };
    return names.map((name) => ({
      name: `subtle.${name}`,
      start: async () => method(subtle, name)('ML-KEM-768', ...calls[name]),
    }));
  } catch {
    return absent;
  }
}
