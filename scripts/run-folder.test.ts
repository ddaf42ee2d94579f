import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createRunFolder } from '#test/support/servers/run-folder.ts'

it('deletes the folder of a run with its contents when the run is killed', async () => {
  const program = `
    import { writeFileSync } from 'node:fs'
    import { createRunFolder } from '#test/support/servers/run-folder.ts'
    const { path } = createRunFolder('ajo-killed-')
    writeFileSync(path + '/file', 'a database')
    process.send(path)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [path] = (await once(child, 'message')) as [string]
  expect(existsSync(join(path, 'file'))).toBe(true)

  child.kill('SIGKILL')

  await expect.poll(() => existsSync(path)).toBe(false)
})

it('deletes the folder of a run at its end', () => {
  const folder = createRunFolder('ajo-ended-')
  mkdirSync(join(folder.path, 'postgres'))

  folder[Symbol.dispose]()

  expect(existsSync(folder.path)).toBe(false)
})
