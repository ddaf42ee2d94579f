import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { readOrCreateSecret } from '../../runtime/secret-file.ts'
import { mayEnter, unprivilegedAccount, type UnprivilegedAccount } from './unprivileged-account.ts'

/** Where a cluster keeps its files, and the account that PostgreSQL runs under when we are root. */
export type ClusterPlace = {
  account: UnprivilegedAccount | undefined
  data: string
  socket: string
  log: string
  /** Where binaries are copied that cannot be used in place. */
  cache: string
}

/** Root's own place, for when the account that PostgreSQL runs under may not enter DATA_DIR, as below a private home. */
const systemDirectory = '/var/lib/ajo'

/** The kernel's limit for the path of a socket is 107 bytes on Linux and 103 on macOS. */
const longestSocketDirectory = 103 - '/.s.PGSQL.5432'.length

/** Makes the folders of a cluster: DATA_DIR/postgres, or /var/lib/ajo/<name> where the unprivileged account cannot go there. */
export function clusterPlace(dataDir: string): ClusterPlace {
  const account = unprivilegedAccount()
  mkdirSync(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 })
  const home = realpathSync(dataDir)
  if (account) letThrough(home, account)
  // A name of its own and not one made from the path: a new DATA_DIR in an old one's place starts empty.
  const name = readOrCreateSecret(join(home, 'cluster-name'), () => randomBytes(8).toString('hex'))
  const root = clusterRoot(home, name, account)
  makePrivate(root, account)

  const nearSocket = join(root, 'socket')
  const socket =
    Buffer.byteLength(nearSocket) <= longestSocketDirectory
      ? nearSocket
      : join(realpathSync(tmpdir()), `ajo-${name}`)
  makePrivate(socket, account)

  return {
    account,
    data: join(root, 'data'),
    socket,
    log: join(root, 'postgres.log'),
    cache: account ? systemDirectory : home,
  }
}

/** A folder that is ours alone may be passed through, not read. One that holds anything else is left as it is. */
function letThrough(home: string, account: UnprivilegedAccount) {
  const isOurs = existsSync(join(home, 'cluster-name')) || readdirSync(home).length === 0
  if (isOurs && !mayEnter(home, account) && mayEnter(dirname(home), account))
    chmodSync(home, statSync(home).mode | 0o011)
}

/** Once made, a cluster stays where it is, whatever becomes of the folders above it. */
function clusterRoot(home: string, name: string, account: UnprivilegedAccount | undefined): string {
  const near = join(home, 'postgres')
  const far = join(systemDirectory, name)
  if (!account || (mayEnter(home, account) && !existsSync(far))) return near
  if (existsSync(join(near, 'data')))
    throw new Error(`PostgreSQL does not run as root, and its own user may not enter ${home}.`)
  mkdirSync(systemDirectory, { recursive: true, mode: 0o755 })
  return far
}

/** A folder in a shared place might have been laid out by somebody else, to listen in. */
function makePrivate(directory: string, account: UnprivilegedAccount | undefined) {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const stats = lstatSync(directory)
  const ours = stats.uid === process.getuid?.() || stats.uid === account?.uid
  if (!stats.isDirectory() || !ours) throw new Error(`${directory} belongs to somebody else.`)
  if (account) chownSync(directory, account.uid, account.gid)
  chmodSync(directory, 0o700)
}
