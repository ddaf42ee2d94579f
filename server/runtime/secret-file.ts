import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Reads what is made on first use and kept, for our eyes only. Two processes that make it at once end with the same. */
export function keepOnce(file: string, make: () => string): string {
  if (!existsSync(file)) {
    // With a database elsewhere nothing else has made the folder yet.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const draft = `${file}.${randomUUID()}`
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(draft, file)
    } catch (error) {
      // Without an error of another kind, another process was quicker.
      if (!existsSync(file)) throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
