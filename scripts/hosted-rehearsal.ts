// Starts Ajo with hosted accounts and hosted content against an emulator and a fake on this machine, and the payment sandbox:
//   npm run start:hosted-rehearsal
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openHostedServices } from '#test/support/servers/hosted-services.ts'

await using services = await openHostedServices()
// The database names accounts and campaigns that end with the emulator and the fake.
const dataDir = mkdtempSync(join(tmpdir(), 'ajo-rehearsal-'))
chmodSync(dataDir, 0o711)
const env = { ...process.env, ...services.env, DATA_DIR: dataDir }
const server = spawn(process.execPath, ['scripts/ajo.mjs', 'start'], { env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void server.kill(signal))
const [code] = (await once(server, 'exit')) as [number | null]
rmSync(dataDir, { recursive: true, force: true })
process.exitCode = code ?? 1
