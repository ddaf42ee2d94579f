import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { killableData } from './killable-ajo.ts'

/** A file system in a file. What was written and never synced is in the kernel's memory, and not in the file. */
export interface Disk extends AsyncDisposable {
  dataDir: string
  /** Brings back what had reached the file at this moment. Whoever wrote to it has to be dead. */
  cut: () => Promise<void>
}

/** Undefined where the machine does not let us mount one. */
export function openDisk(): Disk | undefined {
  const home = killableData()
  const [file, copy, folder] = ['disk', 'copy', 'folder'].map((name) => join(home, name))
  if (!file || !copy || !folder) return undefined
  mkdirSync(folder)
  const mount = () =>
    // The journal is written when somebody asks for it, and not by the clock.
    does('mount', ['-o', 'loop,commit=300', file, folder])
  const unmount = async () => {
    for (let tries = 0; tries < 1_000 && !does('umount', [folder]); tries++) await pause(20)
  }
  const isMade = does('truncate', ['-s', '1G', file]) && does('mkfs.ext4', ['-q', '-F', file])
  if (!isMade || !mount()) {
    rmSync(home, { recursive: true })
    return undefined
  }
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o711 })
  return {
    dataDir,
    cut: async () => {
      does('cp', ['--sparse=always', file, copy])
      await unmount()
      renameSync(copy, file)
      if (!mount()) throw new Error('the disk cannot be mounted again')
    },
    [Symbol.asyncDispose]: async () => {
      await unmount()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function does(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
