import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Server = Awaited<ReturnType<typeof startServer>>

/** Ajo as `npm start` runs it, with empty data and its own port. */
export async function startServer(port: number) {
  const data = await mkdtemp(join(tmpdir(), 'ajo-walk-'))
  const child = spawn(process.execPath, ['scripts/ajo.mjs', 'start'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (!output.includes('Sample logins:') || !/ donor\n/.test(output)) {
    if (child.exitCode !== null) throw new Error(`Ajo ended:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Login of a person of the sample data, as the terminal shows it. */
    login(role: string) {
      const line = output.split('\n').find((each) => each.trimEnd().endsWith(` ${role}`))
      const [email = '', password = ''] = line?.trim().split(/\s+/) ?? []
      return { email, password }
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      await rm(data, { recursive: true, force: true })
    },
  }
}
