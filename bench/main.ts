// npm run bench: the benches whose rows make the table of docs/benchmarks.md, one after the other. Fails only if a bench itself fails. A list of
// names runs these alone: npm run bench -- pages webhooks.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'

const benches = ['pages', 'webhooks', 'bookings']
const chosen = process.argv.slice(2)

const [cpu] = cpus()
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpu?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)} at the start`,
)
for (const name of chosen.length > 0 ? chosen : benches) {
  console.log(`\n## ${name}, load ${loadavg()[0]?.toFixed(1)}`)
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
