import { randomUUID, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { StartRefused } from './errors.ts'

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

/** Reads a file that only this user can read, and creates it on first use. Two processes at the same time get the same content. */
export function readOrCreateSecret(file: string, generate: () => string): string {
  if (!existsSync(file)) {
    // With an external database nothing else has created the folder.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, `${generate()}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      // If the file exists now, another process has created it.
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** Entries of a setting or file that holds several keys, separated by commas or line breaks. */
export function parseList(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Parses an Ed25519 private key (PKCS #8, base64). Undefined for anything else. */
export function parseSigningKey(text: string): KeyObject | undefined {
  try {
    const der = Buffer.from(text, 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export function generateSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

/** The id of a key, which RECEIPT_KEY may name instead of an earlier key. */
export function isSigningKeyId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text)
}

/** Replaces a file as a whole. It is on the disk on return. `folderMode` is that of a folder which is created. */
export async function writeDurably(path: string, bytes: Uint8Array, folderMode?: number) {
  await mkdir(dirname(path), { recursive: true, mode: folderMode })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  // Without this a power cut can lose the entry of the file in its folder.
  await using folder = await open(dirname(path), 'r')
  await folder.sync()
}
