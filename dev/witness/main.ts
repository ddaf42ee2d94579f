// A witness of Ajo's transparency log, which anyone can run: npm run witness -- <log key> <URL of the log>
// It needs Node 24 and no database. docs/transparency-log.md explains what it proves.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { serve } from '@hono/node-server'

import {
  formatVerifierKey,
  parseVerifierKey,
  toVerifierKey,
  witnessKeyType,
} from '#shared/transparency/note.ts'

import { follow, LogFault, nothingFollowed } from './follow.ts'
import { openStateFile } from './state-file.ts'
import { witnessRoutes } from './witness-routes.ts'
import { openWitness } from './witness.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string', default: 'witness.localhost' },
    folder: { type: 'string', default: '.witness' },
    port: { type: 'string', default: '4700' },
    host: { type: 'string', default: '127.0.0.1' },
    every: { type: 'string', default: '60' },
  },
})
const [logKeyText, url] = positionals
if (logKeyText === undefined) {
  process.stderr.write('Name the key of the log, and the URL of the log to follow it.\n')
  process.exit(2)
}
const logKeys = [parseVerifierKey(logKeyText)]
mkdirSync(values.folder, { recursive: true, mode: 0o700 })
const { key, privateKey } = openKey(values.name, join(values.folder, 'key.pem'))
const witness = openWitness({
  key,
  sign: (bytes) => sign(null, bytes, privateKey),
  logKeys,
  state: await openStateFile(join(values.folder, 'state.json')),
  now: () => new Date(),
})
serve({ fetch: witnessRoutes(witness).fetch, port: Number(values.port), hostname: values.host })
process.stdout.write(`Key: ${formatVerifierKey(key)}\n`)
if (url !== undefined) await followForEver(url, Number(values.every) * 1_000)

/** Its own key, which is created at the first start. */
function openKey(name: string, file: string) {
  if (!existsSync(file)) {
    const created = generateKeyPairSync('ed25519').privateKey
    writeFileSync(file, created.export({ format: 'pem', type: 'pkcs8' }), {
      mode: 0o600,
      flag: 'wx',
    })
  }
  const opened = createPrivateKey(readFileSync(file))
  const spki = createPublicKey(opened).export({ format: 'der', type: 'spki' })
  return { key: toVerifierKey(name, witnessKeyType, spki.subarray(-32)), privateKey: opened }
}

/** Reads every entry from the start, so that nothing can be withheld under a valid root. */
async function followForEver(url: string, pauseMs: number) {
  let followed = nothingFollowed()
  const prefix = url.endsWith('/') ? url : `${url}/`
  for (;;) {
    try {
      followed = await follow({ url: prefix, logKeys }, followed)
      process.stdout.write(
        `${new Date().toISOString()} ${followed.frontier.size} entries, ${followed.campaigns.size} campaigns: all add up\n`,
      )
    } catch (error) {
      const text = error instanceof LogFault ? `ALARM: ${error.message}` : String(error)
      process.stderr.write(`${new Date().toISOString()} ${text}\n`)
      if (error instanceof LogFault) process.exitCode = 1
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
