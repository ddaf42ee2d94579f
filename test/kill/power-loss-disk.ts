import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { createDataDir } from './killable-ajo.ts'

/** A file system in a file. Data that was written but not synced is only in the kernel's cache, not in the file. */
export interface PowerLossDisk extends AsyncDisposable {
  dataDir: string
  /** Reverts to the data that is in the file now. All processes that wrote to it must be dead. */
  losePower: () => Promise<void>
}

/** Undefined if the machine does not allow mounting. */
export function openPowerLossDisk(): PowerLossDisk | undefined {
  const home = createDataDir()
  const [file, copy, folder] = ['disk', 'copy', 'folder'].map((name) => join(home, name))
  if (!file || !copy || !folder) return undefined
  mkdirSync(folder)
  const mount = () =>
    // Writes the journal only on sync, not periodically.
    runProgram('mount', ['-o', 'loop,commit=300', file, folder])
  const unmount = async () => {
    for (let tries = 0; tries < 1_000 && !runProgram('umount', [folder]); tries++) await pause(20)
  }
  const isFormatted =
    runProgram('truncate', ['-s', '1G', file]) && runProgram('mkfs.ext4', ['-q', '-F', file])
  if (!isFormatted || !mount()) {
    rmSync(home, { recursive: true })
    return undefined
  }
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  return {
    dataDir,
    losePower: async () => {
      runProgram('cp', ['--sparse=always', file, copy])
      await unmount()
      renameSync(copy, file)
      if (!mount()) throw new Error('remounting the disk failed')
    },
    [Symbol.asyncDispose]: async () => {
      await unmount()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function runProgram(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
