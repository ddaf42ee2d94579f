import { hash, verify } from '@node-rs/argon2'

// OWASP's second choice for argon2id: 19 MiB, two passes, one lane. The algorithm is the library's default.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentForm = '$argon2id$v=19$m=19456,t=2,p=1$'

/** What stands in for the hash of an address that nobody has, so that looking in vain takes as long as finding. */
export const nobodysHash = `${currentForm}${'A'.repeat(22)}$${'A'.repeat(43)}`

export const hashPassword = (password: string) => hash(password.normalize('NFC'), strength)

export const verifyPassword = (hashed: string, password: string) =>
  verify(hashed, password.normalize('NFC'))

/** True once the strength above has been raised since the hash was made. */
export const isOutdated = (hashed: string) => !hashed.startsWith(currentForm)
