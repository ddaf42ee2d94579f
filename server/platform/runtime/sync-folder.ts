import { open } from 'node:fs/promises'

/** Without this a power cut can lose the directory entry of a file that was written or renamed. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
