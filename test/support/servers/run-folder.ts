import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of a run of tests, which is deleted with everything in it also when the process of the run is killed. */
export interface RunFolder extends Disposable {
  path: string
}

const gib = 2 ** 30
const memory = '/dev/shm'
/** A whole run of `npm test` takes up to this much at a time. */
const needed = 4 * gib

/**
 * A new folder in memory, or in the folder of temporary files where memory is scarce. A migrated database consists of a thousand files,
 * which take a disk ten times as long to create. `atKill` is a shell command that runs first when this process is killed.
 */
export function createRunFolder(prefix: string, atKill = ':'): RunFolder {
  const path = mkdtempSync(join(chooseParent(), prefix))
  // PostgreSQL runs under another account, which needs access to the folder.
  chmodSync(path, 0o711)
  const watcher = deleteAfterKill(path, atKill)
  return {
    path,
    [Symbol.dispose]: () => {
      watcher.kill('SIGKILL')
      // A server that was killed may write a moment longer.
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

function chooseParent(): string {
  const isInMemory = tmpdir().startsWith(`${memory}/`)
  return !isInMemory && hasMemory() ? memory : tmpdir()
}

/** Programs that tests copy must be allowed to run there. */
function hasMemory(): boolean {
  try {
    const mounted = new RegExp(`^\\S+ ${memory} tmpfs (\\S+)`, 'm').exec(
      readFileSync('/proc/mounts', 'utf8'),
    )
    const { bavail, bsize } = statfsSync(memory)
    const isRunnable = mounted !== null && !mounted[1]?.split(',').includes('noexec')
    return isRunnable && bavail * bsize >= needed && process.availableMemory() >= 2 * needed
  } catch {
    return false
  }
}

/** A shell that notices the end of this process by the end of its input. */
function deleteAfterKill(path: string, atKill: string) {
  const script = `cat > /dev/null; ${atKill}; rm -rf "$1"`
  const shell = spawn('sh', ['-c', script, 'sh', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.unref()
  return shell
}
