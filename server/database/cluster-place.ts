import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { keepOnce } from '../keep-once.ts'
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
  // A name of its own and not one made from the path: a new DATA_DIR in an old one's place starts empty.
  const name = keepOnce(join(dataDir, 'cluster-name'), () => randomBytes(8).toString('hex'))
  const reachable = !account || mayEnter(realpathSync(dataDir), account)

  const root = reachable ? join(realpathSync(dataDir), 'postgres') : join(systemDirectory, name)
  if (!reachable) mkdirSync(systemDirectory, { recursive: true, mode: 0o755 })
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
    cache: account ? systemDirectory : dataDir,
  }
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
