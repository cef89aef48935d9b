/** Cryptographically random bytes in hex, for ids, seeds and idempotency keys. */
import { toHex } from '../app/hex';

export const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));
