import { openImageStorage } from '#server/adapters.ts'
import {
  openMovableStores,
  type MovableStores,
  checkCleared,
  clearContent,
} from '#server/providers/content/move/movable-stores.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { compareContent } from '#server/providers/content/move/compare-content.ts'
import { copyContent, type MoveSummary } from '#server/providers/content/move/move-content.ts'
import { MoveRefused } from '#server/providers/content/moved-content.ts'
import type { Services } from '#server/services.ts'

import { type Noun, record, type Verb } from './verb.ts'

const places = { embedded: 'embedded', sanity: 'hosted' } as const
type Place = (typeof places)[keyof typeof places]

/** Copies everything from the live store to the other one, and compares. */
const move: Verb = {
  words: [],
  options: ['to', 'delete-extra', 'leave-others'],
  needsStop: true,
  async find(services, _words, options) {
    const from = places[services.config.content.kind]
    const to = toPlace(options.to)
    if (!to) return 'Add --to hosted or --to embedded.'
    if (to === from)
      return `CONTENT names the ${to} store already. It is the live one, and a move begins there.`
    const stores = await openStores(services)
    const direction = to === 'hosted' ? 'to-hosted' : 'to-embedded'
    const deps = { ...stores, from: stores[from], to: stores[to], direction } as const
    const flags = {
      deletesExtra: options['delete-extra'] ?? false,
      leavesOthers: options['leave-others'] ?? false,
    }
    const planned = await copyContent(deps, { ...flags, isDryRun: true })
    return {
      text: [`From ${from} to ${to}, nothing is written yet.`, ...toLines(planned)].join('\n'),
      data: planned,
      apply: async ({ uid, reason }) => {
        const summary = await copyContent(deps, flags)
        const comparison = await compareContent(deps, summary)
        if (!comparison.isEqual)
          throw new MoveRefused(
            `${comparison.different.length} differ: ${comparison.different.slice(0, 5).join(', ')}. Run it again. CONTENT stays as it is.`,
          )
        await record(services, {
          uid,
          action: 'move-content',
          subject: `${from} to ${to}`,
          reason: [reason, comparison.from].join(' ').trim(),
        })
        const text = [
          `Moved from ${from} to ${to}. The digests agree: ${comparison.from}`,
          ...toLines(summary),
          `The ${from} store is as it was. Set CONTENT=${to === 'hosted' ? 'sanity' : 'embedded'} and start the server.`,
        ]
        return { text: text.join('\n'), data: { ...summary, ...comparison } }
      },
    }
  },
}

/** Deletes what the store holds that is not live. */
const clear: Verb = {
  words: ['embedded or hosted'],
  needsStop: true,
  async find(services, [word]) {
    const live = places[services.config.content.kind]
    const place = toPlace(word)
    if (!place) return 'Name the store: embedded or hosted.'
    if (place === live) return `CONTENT names the ${place} store. It is the live one and stays.`
    const stores = await openStores(services)
    const deps = { ...stores, cleared: stores[place], live: stores[live] }
    const count = await checkCleared(deps)
    const { campaigns, users } = count
    return {
      text: `${campaigns} campaigns and ${users} profiles of the ${place} store would be deleted.`,
      data: count,
      apply: async ({ uid, reason }) => {
        await clearContent(deps)
        const assets = place === 'hosted' ? await stores.clearAssets() : 0
        await record(services, { uid, action: 'clear-content', subject: place, reason })
        const pictures = place === 'hosted' ? ` and ${assets} pictures` : ''
        return `${campaigns} campaigns, ${users} profiles${pictures} of the ${place} store are deleted.`
      },
    }
  },
}

const toPlace = (word: string | undefined): Place | undefined =>
  Object.values(places).find((place) => place === word)

/** The settings of Sanity are read whichever store is live. */
async function openStores({ config, database }: Services): Promise<MovableStores> {
  const { content: sanity } =
    config.content.kind === 'sanity' ? config : readConfig(withSanity(process.env))
  if (sanity.kind !== 'sanity') throw new Error('the settings of Sanity are missing')
  const ownImages = await openImageStorage(config)
  return openMovableStores({ database, ownImages, plans: config.plans, sanity })
}

const withSanity = ({ SEED: _seed, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  CONTENT: 'sanity',
})

function toLines({ campaigns, users, pictures, others, extra, missingPictures }: MoveSummary) {
  const counts = Object.entries({ campaigns, profiles: users, pictures })
  const notes: [string, readonly string[]][] = [
    ['documents of other programs', others],
    ['campaigns only in the other store', extra.campaigns],
    ['profiles only in the other store', extra.users],
    ['pictures that neither side has', missingPictures],
  ]
  return [
    ...counts.map(([name, { found, copied }]) => `${found} ${name}, ${copied} to copy or copied`),
    ...notes.filter(([, ids]) => ids.length > 0).map(([name, ids]) => `${name}: ${ids.join(', ')}`),
  ]
}

export const content: Noun = { move, clear }
