import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createServer } from 'node:tls'

import * as z from 'zod/mini'

import { freePort, startAjo } from '#test/e2e/ajo.ts'

/** Prints the score of MDN's HTTP Observatory for three pages, and fails below 130 or when one of its tests fails: `npm run observatory`. */
const minScore = 130
const observatory = 'test/observatory/node_modules/@mdn/mdn-http-observatory'

const campaignsSchema = z.object({ campaigns: z.array(z.object({ slug: z.string() })) })
const reportSchema = z.object({
  scan: z.object({ score: z.int(), grade: z.string() }),
  tests: z.record(z.string(), z.object({ pass: z.boolean(), result: z.string() })),
})

if (!existsSync(observatory)) throw new Error('Run `npm ci` in test/observatory.')
// Its own installation would download this list of other sites.
writeFileSync(join(observatory, 'conf/hsts-preload.json'), '{}')
const folder = mkdtempSync(join(tmpdir(), 'ajo-observatory-'))
const appPort = await freePort()
const { proxy, certificate } = await startTlsProxy()
const host = `localhost:${(proxy.address() as AddressInfo).port}`
try {
  await using _ajo = await startAjo({
    env: { PORT: String(appPort), PUBLIC_URL: `https://${host}` },
  })
  for (const page of ['/', `/c/${await findCampaign()}/donate`, '/dashboard/overview'])
    await scanPage(page)
} finally {
  proxy.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Serves the app as https://localhost, as a proxy in front of it would. */
async function startTlsProxy() {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`
  const options = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', file]
  execFileSync('openssl', [...request.split(' '), ...options], { stdio: 'pipe' })
  const tls = createServer({ key: readFileSync(keyFile), cert: readFileSync(file) }, (client) => {
    const server = connect(appPort, '127.0.0.1')
    for (const socket of [client, server])
      socket.on('error', () => [client, server].forEach((each) => each.destroy()))
    client.pipe(server).pipe(client)
  })
  await once(tls.listen(0, '127.0.0.1'), 'listening')
  return { proxy: tls, certificate: file }
}

async function findCampaign(): Promise<string | undefined> {
  const ask = get({ port: appPort, path: '/api/campaigns?limit=1', headers: { host } })
  const [answer] = (await once(ask, 'response')) as [IncomingMessage]
  return z.parse(campaignsSchema, await json(answer)).campaigns[0]?.slug
}

async function scanPage(page: string) {
  const scanner = spawn(process.execPath, [join(observatory, 'src/scan.js'), host + page], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { scan, tests } = z.parse(reportSchema, await json(scanner.stdout))
  const failed = Object.entries(tests).filter(([, { pass }]) => !pass)
  console.log(`Observatory: ${page} ${scan.score} (${scan.grade})`)
  for (const [name, { result }] of failed) console.log(`  failed ${name}: ${result}`)
  if (scan.score < minScore || failed.length > 0) process.exitCode = 1
}
