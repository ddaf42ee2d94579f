import {
  CloudLightning,
  GraduationCap,
  HeartHandshake,
  Scale,
  Stethoscope,
  Users,
} from 'lucide-react'

import type { CategorySlug } from '#shared/category-page.ts'
import { Link } from '#web/router/link.tsx'

import { publicCategoryPath } from '../../../navigation/paths.ts'
import { landingText } from '../../../text/landing.ts'

/** Six tiles (specification §1), which link to the list of a category (readings C1). */
export function CategoryTiles() {
  const text = landingText
  return (
    <section className="wrap pb-14 lg:pb-20">
      <h2 className="text-2xl font-extrabold">{text.mobilize}</h2>
      <ul className="mt-8 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-6">
        {tiles.map(({ name, slug, Icon }) => (
          <li key={name}>
            <Link
              to={publicCategoryPath(slug)}
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

type Tile = { name: keyof typeof landingText.tiles; slug: CategorySlug; Icon: typeof Users }

const tiles: Tile[] = [
  { name: 'charity', slug: 'charity', Icon: HeartHandshake },
  { name: 'community', slug: 'community-development', Icon: Users },
  { name: 'academic', slug: 'education', Icon: GraduationCap },
  { name: 'disaster', slug: 'emergency-assistance', Icon: CloudLightning },
  { name: 'legal', slug: 'legal', Icon: Scale },
  { name: 'medical', slug: 'health', Icon: Stethoscope },
]
