import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { expectAccessible } from '#test/web/axe.ts'
import { wellCard } from '#test/web/campaigns.ts'
import { renderAt } from '#test/web/render.tsx'

import { CampaignCard } from './campaign-card.tsx'

const show = (daysLeft: number | null) =>
  renderAt('/', '/', <CampaignCard campaign={{ ...wellCard, daysLeft }} to="/c/a-well" />)

describe('the card of a campaign (specification §2)', () => {
  it('shows its picture, title, description, goal, what was raised and the days left', async () => {
    const { container } = show(60)
    expect(await screen.findByRole('heading', { name: 'A well for Oke-Odo' })).toBeVisible()
    expect(screen.getByText('Our well has run dry.')).toBeVisible()
    expect(screen.getByText(/₦1,250,000\.00/)).toBeVisible()
    expect(screen.getByText('₦312,500.50')).toBeVisible()
    expect(screen.getByText('Expires in 60 days')).toBeVisible()
    expect(container.querySelector('img')).toHaveAttribute(
      'src',
      expect.stringContaining('/images/'),
    )
    expect(screen.getByText('View Project')).toHaveAttribute('href', '/c/a-well')
    await expectAccessible()
  })

  it.each([0, -3])(
    "says 'Campaign Expired' in red with %i days left and leads nowhere",
    async (days) => {
      show(days)
      expect(await screen.findByText('Campaign Expired')).toHaveClass('text-clay')
      expect(screen.getByRole('button', { name: 'Expired' })).toBeDisabled()
      expect(screen.queryByRole('link')).not.toBeInTheDocument()
    },
  )

  it("says 'No end date' where there is none", async () => {
    show(null)
    expect(await screen.findByText('No end date')).toBeVisible()
    expect(screen.getByText('View Project')).toBeVisible()
  })
})
