import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { wellCard } from '#test/support/web/campaigns.ts'
import { renderAt } from '#test/support/web/render.tsx'

import { CampaignCard } from './campaign-card.tsx'

const show = (change: Partial<typeof wellCard> = {}) =>
  renderAt('/', '/', <CampaignCard campaign={{ ...wellCard, ...change }} to="/c/the-well" />)

describe('a campaign card', () => {
  it('never expires without an end date', () => {
    show({ daysLeft: null, endDate: null })
    expect(screen.getByText('No end date')).toBeVisible()
    expect(screen.getByRole('link')).toHaveAccessibleName(`View Project: ${wellCard.title}`)
  })

  it("says 'N/A' for an unknown amount", () => {
    show({ raised: null })
    expect(screen.getByText('N/A')).toBeVisible()
    expect(screen.queryByText('0%')).not.toBeInTheDocument()
  })

  it('does not round up to 100%', () => {
    show({ raised: kobo(1_249_999_99) })
    expect(screen.getByText('99%')).toBeVisible()
  })

  it('requests no picture wider than the original', () => {
    const { container } = show({ image: { id: 'b'.repeat(64), width: 640, height: 400, alt: '' } })
    const picture = container.querySelector('img')
    expect(picture?.srcset).toContain('w=640 640w')
    expect(picture?.srcset).not.toContain('960')
    expect(picture).toHaveAttribute('loading', 'lazy')
  })
})
