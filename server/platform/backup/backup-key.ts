import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
  type ScryptOptions,
} from 'node:crypto'
import { promisify } from 'node:util'

/** Seals the parts of one backup. `name` is authenticated, so that no part can take the place of another. */
export type BackupKey = Awaited<ReturnType<typeof openBackupKey>>

const ivBytes = 12
const tagBytes = 16
/** Makes guessing a passphrase expensive: about 64 MB and a tenth of a second for each attempt. */
const cost = { N: 65_536, r: 8, p: 1, maxmem: 96 * 1024 * 1024 }

const stretch = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export const newSalt = () => randomBytes(16).toString('base64')

/** Each backup has a salt, and so a key of its own. */
export async function openBackupKey(passphrase: string, salt: string) {
  const secret = await stretch(passphrase, Buffer.from(salt, 'base64'), 32, cost)
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `ajo backup ${use}`, 32))
  const sealingKey = derive('parts')
  const signingKey = derive('manifest')
  const sign = (text: string) => createHmac('sha256', signingKey).update(text).digest('base64')
  return {
    sign,
    verify(text: string, signature: string) {
      const [expected, given] = [sign(text), signature].map((each) => Buffer.from(each, 'base64'))
      return (
        expected?.length === given?.length &&
        timingSafeEqual(expected ?? Buffer.of(), given ?? Buffer.of())
      )
    },
    seal(name: string, bytes: Uint8Array) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(bytes), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    /** Throws if the bytes were changed or belong to another name or passphrase. */
    open(name: string, sealed: Uint8Array) {
      const iv = sealed.subarray(0, ivBytes)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(name))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      const body = decipher.update(sealed.subarray(ivBytes + tagBytes))
      return Buffer.concat([body, decipher.final()])
    },
  }
}
