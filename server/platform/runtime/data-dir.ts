import { StartRefused } from './start-refused.ts'

/** DATA_DIR cannot be used. The message is for the person who starts the server. */
export class DataDirRefused extends StartRefused {
  override name = 'DataDirRefused'
}

/** Why a file in DATA_DIR could not be used, as one sentence with the remedy. Undefined for errors with other causes. */
export function toDataDirFault(error: unknown, dataDir: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path } = error as NodeJS.ErrnoException
  const found = path?.startsWith(dataDir) ? code : findCode(error.message)
  return found === undefined ? undefined : faults[found]?.(dataDir)
}

const isNoFolder = (dataDir: string) =>
  `DATA_DIR ${dataDir} is not a folder: set DATA_DIR to a folder, or to a path where one can be created.`
const isForbidden = (dataDir: string) =>
  `DATA_DIR ${dataDir} belongs to another user: let the user that runs Ajo write to it, or set DATA_DIR.`
const isFull = (dataDir: string) =>
  `The disk of DATA_DIR ${dataDir} is full: free some space, or set DATA_DIR to another disk.`

const faults: Record<string, (dataDir: string) => string> = {
  EROFS: (dataDir) =>
    `DATA_DIR ${dataDir} is on a read-only disk: set DATA_DIR to a folder that can be written.`,
  EACCES: isForbidden,
  EPERM: isForbidden,
  ENOTDIR: isNoFolder,
  EEXIST: isNoFolder,
  ELOOP: isNoFolder,
  ENAMETOOLONG: (dataDir) => `DATA_DIR ${dataDir} is too long: set DATA_DIR to a shorter path.`,
  ENOSPC: isFull,
  EDQUOT: isFull,
}

/** PostgreSQL's programs report the same errors as texts. */
function findCode(message: string): string | undefined {
  return Object.entries(codesByText).find(([text]) => message.includes(text))?.[1]
}

const codesByText = {
  'No space left on device': 'ENOSPC',
  'Disk quota exceeded': 'EDQUOT',
  'Read-only file system': 'EROFS',
}
