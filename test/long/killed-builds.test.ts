import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, expect, it, vi } from 'vitest'

import { processEnv } from '#test/support/servers/process-env.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { testLogKey, testReceiptKey, testSecret } from '#test/support/servers/app.ts'

import { createDataDir, createKillableAjo } from '../kill/killable-ajo.ts'

/** `npm run test:long` kills five builds, at moments spread over the time that a build takes. */
const kills = Number(process.env['BUILD_KILLS'] ?? 0)
const folder = mkdtempSync(join(tmpdir(), 'ajo-built-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As the kernel ends a build on a machine without memory: with its children, and without a word. */
async function build(killedAfterMs?: number) {
  const child = spawn(process.execPath, ['scripts/ajo.mjs', 'build'], {
    cwd: folder,
    env: processEnv,
    stdio: 'ignore',
    detached: true,
  })
  const kill = () => process.kill(-(child.pid ?? 0), 'SIGKILL')
  const timer = killedAfterMs === undefined ? undefined : setTimeout(kill, killedAfterMs)
  const [code, signal] = await once(child, 'exit')
  clearTimeout(timer)
  return code ?? signal
}

it.runIf(kills > 0)(
  `starts after each of ${kills} killed builds, and says when its server is killed`,
  async () => {
    const names =
      'dev docs locales scripts server shared web dist vite.config.ts tsconfig.base.json NOTICE.md'
    for (const name of [...names.split(' '), 'package.json', 'package-lock.json'])
      cpSync(name, join(folder, name), { recursive: true })
    for (const name of ['node_modules', 'packages']) symlinkSync(resolve(name), join(folder, name))
    const database = await testDatabaseUrl()
    const env = {
      DATABASE_URL: database,
      AJO_SECRET: testSecret,
      RECEIPT_KEY: testReceiptKey,
      LOG_KEY: testLogKey,
    }
    const connection = { connectionString: database }
    await using server = await createKillableAjo(createDataDir(), env, { folder, connection })
    const readPage = async () => {
      await server.start()
      const page = await (await fetch(server.url)).text()
      const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
      const { status } = await fetch(`${server.url}${script}`)
      await server.stop()
      return { script, status }
    }
    const change = (text: string) => appendFileSync(join(folder, 'web/main.tsx'), `\n${text}\n`)

    change("console.info('a newer version')")
    const startedAt = performance.now()
    expect(await build()).toBe(0)
    const buildMs = performance.now() - startedAt
    const older = await readPage()
    expect(older.status).toBe(200)

    change("console.info('a version after that')")
    for (let kill = 0; kill < kills; kill++) {
      expect(await build((buildMs * (kill + 0.5)) / kills)).toBe('SIGKILL')
      expect(await readPage()).toEqual(older)
    }
    // Between its two renames.
    renameSync(join(folder, 'dist'), join(folder, 'dist.last.999999999'))
    await expect(server.start()).rejects.toThrow('The pages are not built: run npm run build.')
    expect(await build(buildMs / 2)).toBe('SIGKILL')
    expect(await readPage()).toEqual(older)

    expect(await build()).toBe(0)
    expect((await readPage()).status).toBe(200)

    const { dataDir } = server
    const starter = spawn(process.execPath, ['scripts/ajo.mjs', 'start'], {
      cwd: folder,
      env: { ...processEnv, ...env, DATA_DIR: dataDir, PORT: '0', SEED: 'off' },
    })
    let output = ''
    for (const stream of [starter.stdout, starter.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await vi.waitUntil(() => output.includes('Ajo is ready'), { timeout: 60_000 })
    const { pid } = starter
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    process.kill(Number(child), 'SIGKILL')
    await once(starter, 'exit')
    expect(output).toContain('Ajo was ended by SIGKILL')
  },
  1_200_000,
)
