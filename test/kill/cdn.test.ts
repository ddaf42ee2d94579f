import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { freePort } from '#test/e2e/ajo.ts'
import { bola, createPerson } from '#test/support/people/people.ts'

import { openDonationDriver, type DonationDriver } from './donation-driver.ts'
import { createDataDir, createKillableAjo, type KillableAjo } from './killable-ajo.ts'

/** 1,000 for the figures of docs/benchmarks.md. */
const donations = Number(process.env['CDN_DONATIONS'] ?? 3)

const hasVarnish = spawnSync('varnishd', ['-V']).status === 0
const token = 'token-of-the-cache-in-front'

describe.runIf(hasVarnish)('Ajo behind Varnish with deploy/varnish.vcl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-varnish-'))
  // Its processes run under accounts of their own.
  chmodSync(folder, 0o755)
  const opened = new AsyncDisposableStack()
  let varnish: ChildProcess
  let url = ''
  let ajo: KillableAjo
  let driver: DonationDriver
  let path = ''
  let purges: Awaited<ReturnType<typeof openWire>>

  const startVarnish = async () => {
    const [port, address] = [new URL(url).port, `127.0.0.1:${new URL(url).port}`]
    const vcl = readFileSync('deploy/varnish.vcl', 'utf8')
      .replace('"3000"', `"${new URL(ajo.url).port}"`)
      .replace('replace-with-purge-token', token)
    writeFileSync(join(folder, 'ajo.vcl'), vcl)
    const words = ['-F', '-n', join(folder, port), '-a', address, '-f', join(folder, 'ajo.vcl')]
    varnish = spawn('varnishd', [...words, '-s', 'malloc,64m'], { stdio: 'ignore' })
    await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 20 })
  }
  const stopVarnish = async () => {
    const ended = once(varnish, 'exit')
    varnish.kill()
    await ended
  }
  const count = (name: string) =>
    Number(
      execFileSync('varnishstat', [
        '-1',
        '-n',
        join(folder, new URL(url).port),
        '-f',
        `MAIN.${name}`,
      ])
        .toString()
        .trim()
        .split(/\s+/)[1],
    )
  /** `isHit`: Varnish names the request that stored the response, too. */
  const ask = async (headers: Record<string, string> = {}, at = path) => {
    const response = await fetch(url + at, { headers })
    const isHit = (response.headers.get('x-varnish') ?? '').includes(' ')
    return { isHit, text: await response.text(), headers: response.headers }
  }
  const readRaised = async (headers: Record<string, string> = {}) =>
    Number(/"raised":(\d+)/.exec((await ask(headers)).text)?.[1])

  beforeAll(async () => {
    url = `http://127.0.0.1:${await freePort()}`
    purges = opened.use(await openWire(url))
    const env = {
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      PURGE_URL: purges.url,
      PURGE_TOKEN: token,
    }
    ajo = opened.use(await createKillableAjo(createDataDir(), env))
    await ajo.start()
    await startVarnish()
    opened.defer(stopVarnish)
    driver = await openDonationDriver({ ...ajo, url })
    const row = await driver.inDatabase((database) =>
      database.row(z.object({ slug: z.string() }), sql`select slug from campaign`),
    )
    path = `/c/${row?.slug}`
  }, 120_000)

  afterAll(async () => {
    await opened.disposeAsync()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  it('answers strangers without Ajo, and asks their browsers to revalidate', async () => {
    const askAgain = () => ask({ cookie: 'device=a' }, `${path}?utm_source=x&fbclid=y`)
    await expect.poll(async () => (await ask()) && (await askAgain()).isHit).toBe(true)
    const { headers } = await askAgain()
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect(headers.get('vary')).toContain('cookie')
    const etag = headers.get('etag') ?? ''
    const again = await fetch(url + path, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  it('keeps nothing of people, languages and data, and gives strangers nothing of them', async () => {
    const { cookie, uid } = await driver.inDatabase((database) => createPerson(database, bola))
    for (const headers of [
      { cookie },
      { cookie: 'language=pcm' },
      { accept: 'application/json' },
    ]) {
      await ask(headers)
      expect((await ask(headers)).isHit).toBe(false)
    }
    for (const at of [path, '/', '/dashboard', '/api/session', '/api/overview']) {
      await ask({ cookie }, at)
      const { text } = await ask({}, at)
      expect([at, text.includes(uid) || text.includes(bola.email)]).toEqual([at, false])
    }
    expect((await ask()).text).toContain('<html lang="en"')
  })

  it('refuses a purge without the token', async () => {
    expect((await fetch(url, { method: 'PURGE' })).status).toBe(403)
  })

  it(
    `shows ${donations} donations`,
    async () => {
      const [hits, misses] = [count('cache_hit'), count('cache_miss')]
      const lags: number[] = []
      let raised = 0
      for (let made = 0; made < donations; made++) {
        raised += (await driver.donate()).kobo
        let shownAt = 0
        // A session passes Varnish, so it shows when Ajo itself knows.
        while ((await readRaised()) !== raised) {
          if (shownAt === 0 && (await readRaised({ cookie: 'session=x' })) === raised)
            shownAt = performance.now()
          await pause(5)
        }
        lags.push(shownAt === 0 ? 0 : performance.now() - shownAt)
      }
      expect(await readRaised()).toBe(raised)
      const sorted = lags.toSorted((one, other) => one - other)
      const [hit, miss] = [count('cache_hit') - hits, count('cache_miss') - misses]
      process.stdout.write(
        `${donations} donations: Varnish ${sorted[sorted.length >> 1]?.toFixed(0)} ms (median), ${sorted.at(-1)?.toFixed(0)} ms (longest) behind Ajo; ${hit} hits, ${miss} misses\n`,
      )
    },
    60_000 + donations * 2_000,
  )

  it('books a donation while the receiver of purges is dead, and shows it after its return', async () => {
    const before = await readRaised()
    await purges[Symbol.asyncDispose]()
    const raised = before + (await driver.donate()).kobo
    await driver.untilRaised(raised)
    purges.open()
    await expect.poll(() => readRaised()).toBe(raised)
  })
})

/** A connection to Varnish by which purges alone arrive. */
async function openWire(to: string) {
  const port = await freePort()
  const sockets: Socket[] = []
  let server: Server
  const open = () => {
    server = createServer((socket) => {
      sockets.push(socket)
      const wire = connect(Number(new URL(to).port), '127.0.0.1')
      for (const each of [socket, wire]) each.on('error', () => wire.destroy())
      socket.pipe(wire).pipe(socket)
    }).listen(port, '127.0.0.1')
  }
  open()
  return {
    url: `http://127.0.0.1:${port}/`,
    open,
    [Symbol.asyncDispose]: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
