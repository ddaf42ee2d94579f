import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '#test/e2e/ajo.ts'

const readyAfterMs = 120_000

/** A running server of a changed copy. `output` is the file with its terminal output, in its data folder. */
export interface ChangedServer extends AsyncDisposable {
  url: string
  output: string
}

/** Starts the server of a changed copy of the tree. */
export async function startChangedServer(
  folder: string,
  template?: string,
): Promise<ChangedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-changed-'))
  // PostgreSQL insists on the owner of its files, which `cp -a` keeps.
  if (template !== undefined) execFileSync('cp', ['-a', `${template}/.`, dataDir])
  const output = join(dataDir, 'output.log')
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const log = openSync(output, 'a')
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', log, log],
  })
  const exited = once(child, 'exit')
  const dispose = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  const deadline = Date.now() + readyAfterMs
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return { url, output, [Symbol.asyncDispose]: dispose }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const printed = readFileSync(output, 'utf8')
  await dispose()
  throw new Error(`the changed server did not start:\n${printed}`)
}
