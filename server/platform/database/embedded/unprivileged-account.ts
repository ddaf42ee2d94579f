import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type UnprivilegedAccount = { uid: number; gid: number }

/** PostgreSQL refuses to run as root. For root this is the account `ajo` or `nobody`, for other users undefined. */
export function unprivilegedAccount(): UnprivilegedAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['ajo', 'nobody']
    .map((name) => accounts.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined)
  if (!found) throw new Error('PostgreSQL cannot run as root, and no account "nobody" exists.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** True if the account may enter this existing directory and all above it. */
export function mayEnter(directory: string, account: UnprivilegedAccount): boolean {
  const { mode, uid, gid } = statSync(directory)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  const parent = dirname(directory)
  return (mode & bit) !== 0 && (parent === directory || mayEnter(parent, account))
}
