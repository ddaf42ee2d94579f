import { hash, verify } from '@node-rs/argon2'

// OWASP's second recommendation for argon2id (the library's default): 19 MiB, two iterations, one thread.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Compared for unknown addresses, so that they take as long as known ones. */
export const dummyHash = `${currentPrefix}${'A'.repeat(22)}$${'A'.repeat(43)}`

export const hashPassword = (password: string) => hash(password.normalize('NFC'), strength)

export const verifyPassword = (hashed: string, password: string) =>
  verify(hashed, password.normalize('NFC'))

/** True if the hash was made with another strength than today's. */
export const isOutdated = (hashed: string) => !hashed.startsWith(currentPrefix)
