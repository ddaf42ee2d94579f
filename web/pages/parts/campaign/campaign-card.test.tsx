import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { kobo } from '#shared/money.ts'
import { wellCard } from '#test/support/web/campaigns.ts'
import { renderAt } from '#test/support/web/render.tsx'

import { CampaignCard } from './campaign-card.tsx'

const show = (change: Partial<typeof wellCard> = {}) =>
  renderAt('/', '/', <CampaignCard campaign={{ ...wellCard, ...change }} to="/c/the-well" />)

describe('a campaign card', () => {
  it('shows title, progress and remaining days', () => {
    show()
    expect(screen.getByRole('heading', { name: 'A well for Oke-Odo' })).toBeVisible()
    expect(screen.getByText('₦312,500.50')).toBeVisible()
    expect(screen.getByText('of ₦1,250,000.00')).toBeVisible()
    expect(screen.getByText('25%')).toBeVisible()
    expect(screen.getByText('Expires in 60 days')).toBeVisible()
  })

  it.each([0, -1, -400])(
    "shows 'Campaign Expired' with %i days left, disables the button and links the title",
    (daysLeft) => {
      show({ daysLeft })
      expect(screen.getByText('Campaign Expired')).toHaveClass('text-clay')
      const button = screen.getByRole('button', { name: 'Expired' })
      expect(button).toBeDisabled()
      expect(button.closest('a')).toBeNull()
      expect(button).toHaveClass('relative')
      expect(screen.getByRole('link', { name: wellCard.title })).toHaveAttribute(
        'href',
        '/c/the-well',
      )
    },
  )

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
