import { readFileSync } from 'node:fs'

/** Files for everything but visitors: the database, the job queue, mail, pictures, logs. */
const otherFiles = 150

/** How many connections the port accepts, so that visitors never take the files that the database needs. */
export function getConnectionLimit(fileLimit = readFileLimit()): number {
  return Math.max(16, Math.floor(Math.min(fileLimit - otherFiles, fileLimit * 0.8)))
}

/** The number of files that this process may open. */
function readFileLimit(): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readLimits()) ?? []
  // The smallest limit among current systems.
  return Number(soft ?? 1_024)
}

/** Empty outside Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
