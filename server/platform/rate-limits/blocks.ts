import type { Block, LimitedPolicy } from '../policy/rate-limit.ts'
import type { Counters } from './counters.ts'
import { toBlockName, type ScopeValues } from './scopes.ts'
import { unpaidDonationLimit } from './thresholds.ts'

/** A block of abuse detection that applies to a request. */
export type OpenBlock = Block & { name: string; endsAt: Date }

/** Blocks of abuse detection. One lasts for as long as unproven requests keep coming, and honest people who prove themselves do not prolong it. */
export interface Blocks {
  find: (policy: LimitedPolicy, scopes: ScopeValues) => Promise<OpenBlock[]>
  noteDemand: (block: OpenBlock) => Promise<void>
  noteProof: (block: OpenBlock) => Promise<void>
}

export function openBlocks(counters: Counters): Blocks {
  const { windowMs, blockMs, maxUnproven } = unpaidDonationLimit
  const toName = ({ name }: OpenBlock) => `unproven ${name}`
  return {
    async find(policy, scopes) {
      const blocks = (policy.blocks ?? []).flatMap((block) => {
        const value = scopes[block.per]
        return value === undefined
          ? []
          : [{ ...block, name: toBlockName(policy, block.per, value) }]
      })
      if (blocks.length === 0) return []
      const counts = await counters.getMany(blocks.map(({ name }) => name))
      return blocks.flatMap((block, index) => {
        const endsAt = counts[index]?.endsAt
        return endsAt ? [{ ...block, endsAt }] : []
      })
    },
    async noteDemand(block) {
      if (block.onExceed !== 'email-code') return
      const { count } = await counters.increment(toName(block), windowMs)
      if (count > maxUnproven) await counters.extend(block.name, blockMs)
    },
    async noteProof(block) {
      if (block.onExceed === 'email-code') await counters.release(toName(block))
    },
  }
}
