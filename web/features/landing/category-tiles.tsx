import {
  CloudLightning,
  GraduationCap,
  HeartHandshake,
  Scale,
  Stethoscope,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'

import type { Category } from '#shared/campaign.ts'

import { paths } from '../../navigation/paths.ts'
import { landingText } from '../../text/landing.ts'

/** Six tiles (specification §1), which link to the list of a category (readings C1). */
export function CategoryTiles() {
  const text = landingText
  return (
    <section className="wrap pb-14 lg:pb-20">
      <h2 className="text-2xl font-extrabold">{text.mobilize}</h2>
      <ul className="mt-8 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-6">
        {tiles.map(({ name, category, Icon }) => (
          <li key={name}>
            <Link
              to={`${paths.campaigns}?${new URLSearchParams({ category })}`}
              className="card group grid h-full content-start justify-items-center gap-3 px-3 py-6 text-center font-semibold transition-colors duration-150 hover:border-forest"
            >
              <span className="grid size-14 place-items-center rounded-card bg-mint text-on-mint transition-colors duration-150 group-hover:bg-forest group-hover:text-on-forest">
                <Icon size={26} aria-hidden="true" />
              </span>
              {text.tiles[name]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Tile = { name: keyof typeof landingText.tiles; category: Category; Icon: typeof Users }

const tiles: Tile[] = [
  { name: 'charity', category: 'other', Icon: HeartHandshake },
  { name: 'community', category: 'Community Development', Icon: Users },
  { name: 'academic', category: 'Education', Icon: GraduationCap },
  { name: 'disaster', category: 'Emergency Assistance', Icon: CloudLightning },
  { name: 'legal', category: 'other', Icon: Scale },
  { name: 'medical', category: 'Health', Icon: Stethoscope },
]
