import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createServer } from 'node:tls'

import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { freePort, startAjo } from '#test/e2e/ajo.ts'

const observatory = join(
  import.meta.dirname,
  '../observatory/node_modules/@mdn/mdn-http-observatory',
)
const folder = mkdtempSync(join(tmpdir(), 'ajo-observatory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const campaignsSchema = z.object({ campaigns: z.array(z.object({ slug: z.string() })) })
const reportSchema = z.object({
  scan: z.object({ score: z.int(), grade: z.string(), testsFailed: z.int() }),
  tests: z.record(z.string(), z.object({ pass: z.boolean(), result: z.string() })),
})

it('scores 130 or more at MDN’s HTTP Observatory on the landing, donation and dashboard page', async () => {
  if (!existsSync(observatory)) throw new Error('Run `npm ci` in test/observatory.')
  // Its own installation downloads this list of other sites.
  writeFileSync(join(observatory, 'conf/hsts-preload.json'), '{}')
  const appPort = await freePort()
  const { host, certificate } = await startTlsProxy(appPort)
  await using _ajo = await startAjo({
    env: { PORT: String(appPort), PUBLIC_URL: `https://${host}` },
  })
  const ask = get({ port: appPort, path: '/api/campaigns?limit=1', headers: { host } })
  const [answer] = (await once(ask, 'response')) as [IncomingMessage]
  const { campaigns } = z.parse(campaignsSchema, await json(answer))
  const pages = ['/', `/c/${campaigns[0]?.slug}/donate`, '/dashboard/overview']
  const scores = []
  for (const page of pages) {
    const { scan, tests } = await scanPage(host + page, certificate)
    const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
    process.stdout.write(`observatory: ${page} ${scan.score} (${scan.grade})\n`)
    expect(failed.map(([name, { result }]) => `${page} ${name}: ${result}`)).toEqual([])
    scores.push(scan.score)
  }
  expect(Math.min(...scores)).toBeGreaterThanOrEqual(130)
}, 300_000)

/** Serves the app as https://localhost, as a proxy in front of it would. */
async function startTlsProxy(appPort: number) {
  const [keyFile, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`
  const options = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile]
  execFileSync('openssl', [...request.split(' '), ...options, '-out', certificate], {
    stdio: 'pipe',
  })
  const files = { key: readFileSync(keyFile), cert: readFileSync(certificate) }
  const proxy = createServer(files, (client) => {
    const server = connect(appPort, '127.0.0.1')
    for (const socket of [client, server])
      socket.on('error', () => [client, server].forEach((each) => each.destroy()))
    client.pipe(server).pipe(client)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  afterAll(() => void proxy.close())
  return { host: `localhost:${(proxy.address() as AddressInfo).port}`, certificate }
}

async function scanPage(address: string, certificate: string) {
  const child = spawn(process.execPath, [join(observatory, 'src/scan.js'), address], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return z.parse(reportSchema, await json(child.stdout))
}
