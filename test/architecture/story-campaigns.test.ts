import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { sampleCampaigns } from '#dev/sample-data/campaigns.ts'

const folder = 'test/e2e'

it('finds each sample campaign in one file of the stories at most, because stories share a server', () => {
  const files = readdirSync(folder).map((name) => ({
    name,
    text: readFileSync(`${folder}/${name}`, 'utf8'),
  }))
  const shared = sampleCampaigns
    .map(({ title }) => [title, files.filter(({ text }) => text.includes(title))] as const)
    .filter(([, naming]) => naming.length > 1)
    .map(([title, naming]) => `${title}: ${naming.map(({ name }) => name).join(', ')}`)
  expect(shared).toEqual([])
})
