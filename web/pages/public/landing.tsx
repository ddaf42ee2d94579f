import {
  ArrowRight,
  Check,
  CloudLightning,
  GraduationCap,
  HandCoins,
  HeartHandshake,
  Mail,
  MapPin,
  PenLine,
  Scale,
  Sparkles,
  Stethoscope,
  Users,
} from 'lucide-react'

import type { CategorySlug } from '#shared/category-page.ts'
import { useLoaderData, useRevalidator, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { paths, publicCampaignPath, publicCategoryPath } from '../../navigation/paths.ts'
import heroPicture from '../../pictures/hero.svg'
import { landingText as text } from '../../text/landing.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { CampaignCard } from '../parts/campaign/campaign-card.tsx'

/** Specification §9. */
const spotlightCount = 3

/** If the campaigns cannot be loaded, the page still renders, and the spotlight shows an error (readings A6). */
export async function loader({ context }: LoaderFunctionArgs) {
  const outcome = await toOutcome(getApi(context).get('/campaigns', { limit: spotlightCount }))
  return { campaigns: 'value' in outcome ? outcome.value.campaigns : null }
}

export function Component() {
  return (
    <PublicLayout>
      <PageHead title={text.heading} path={paths.landing} />
      <Hero />
      <HowItWorks />
      <section
        id="browseCampaigns"
        className="wrap grid gap-2 py-8 sm:grid-cols-[1fr_auto] sm:gap-8 sm:py-14 lg:py-20"
      >
        <div>
          <h2 className="text-2xl font-extrabold">{text.spotlight}</h2>
          <p className="mt-1 text-muted max-sm:sr-only">{text.spotlightText}</p>
        </div>
        <div className="sm:col-span-2">
          <Spotlight />
        </div>
        <p className="sm:col-start-2 sm:row-start-1 sm:self-end">
          <Link to={paths.publicCampaigns} className={buttonClass('quiet')}>
            {text.all}
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </p>
      </section>
      <CategoryTiles />
      <ContactBlock />
    </PublicLayout>
  )
}

function Spotlight() {
  const { campaigns } = useLoaderData<typeof loader>()
  const { revalidate, state } = useRevalidator()
  if (campaigns === null)
    return (
      <ErrorState
        title={text.failed}
        retryLabel={text.retry}
        busy={state === 'loading'}
        onRetry={() => void revalidate()}
      />
    )
  if (campaigns.length === 0)
    return (
      <EmptyState
        title={text.none}
        text={text.noneText}
        action={
          <Link to={paths.startCampaign} className={buttonClass()}>
            {text.start}
          </Link>
        }
      />
    )
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-6">
      {campaigns.map((campaign) => (
        <li key={campaign.id} className="sm:max-lg:first:nth-last-[2n+1]:col-span-2">
          <CampaignCard campaign={campaign} to={publicCampaignPath(campaign.slug)} isCompact />
        </li>
      ))}
    </ul>
  )
}

/** Both buttons stand on one line of a phone of 360 px. */
const onPhones = 'max-sm:grow max-sm:px-3 max-sm:text-sm'

export function Hero() {
  const { headline } = useSite()
  return (
    <section className="wrap grid grid-cols-[1fr_6rem] items-center gap-x-4 py-3 sm:grid-cols-1 sm:gap-10 sm:py-10 md:py-14 lg:grid-cols-[1fr_1.1fr] lg:gap-14 lg:py-20">
      <div className="max-sm:contents">
        <p className="text-sm font-bold tracking-widest text-forest max-sm:col-span-2">
          {text.tagline}
        </p>
        <h1 className="mt-1 text-2xl font-extrabold sm:mt-3 sm:text-3xl">
          {headline?.title ?? text.heading}
        </h1>
        <p className="mt-2 max-w-prose text-muted max-sm:col-span-2 sm:mt-4 sm:text-lg">
          {headline?.text ?? text.lead}
        </p>
        <div className="mt-3 flex flex-wrap gap-2 max-sm:col-span-2 sm:mt-7 sm:gap-3">
          <Link to={paths.startCampaign} className={classNames(buttonClass(), onPhones)}>
            {text.start}
            <ArrowRight size={18} aria-hidden="true" className="max-sm:hidden" />
          </Link>
          <a href="#browseCampaigns" className={classNames(buttonClass('quiet'), onPhones)}>
            {text.browse}
          </a>
        </div>
        <ul className="mt-3 text-sm text-muted max-sm:col-span-2 sm:mt-7 sm:space-y-2">
          {text.trust.map((reason) => (
            <li key={reason} className="flex items-start gap-2">
              <Check size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-forest" />
              {reason}
            </li>
          ))}
        </ul>
      </div>
      <img
        src={heroPicture}
        alt={text.heroAlt}
        width={640}
        height={480}
        fetchPriority="high"
        className="aspect-4/3 w-full rounded-card max-sm:col-start-2 max-sm:row-start-2 sm:rounded-[1.25rem]"
      />
    </section>
  )
}

const icons = [Sparkles, PenLine, HandCoins]

/** The three steps (specification §1). */
export function HowItWorks() {
  return (
    <section id="howItWorks" className="bg-forest-deep py-4 text-on-forest-deep sm:py-14 lg:py-20">
      <div className="wrap">
        <h2 className="text-2xl font-extrabold">{text.how}</h2>
        <ol className="mt-3 grid gap-3 sm:mt-8 sm:gap-4 md:grid-cols-3 md:gap-6">
          {text.steps.map((step, index) => {
            const Icon = icons[index]
            return (
              <li
                key={step.title}
                className="border-white/15 bg-white/5 max-sm:grid max-sm:grid-cols-[2rem_1fr] max-sm:bg-transparent sm:rounded-card sm:border sm:p-6"
              >
                <div className="flex items-center justify-between text-marigold max-sm:row-span-2 max-sm:block">
                  {Icon && <Icon size={28} aria-hidden="true" className="max-sm:hidden" />}
                  <span aria-hidden="true" className="text-2xl leading-none font-extrabold">
                    {index + 1}
                  </span>
                </div>
                <h3 className="font-bold sm:mt-5 sm:text-xl">{step.title}</h3>
                <p className="text-sm text-on-forest-deep/85 sm:mt-2 sm:text-base">{step.text}</p>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

/** Six tiles (specification §1), which link to the list of a category (readings C1). */
export function CategoryTiles() {
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

type Tile = { name: keyof typeof text.tiles; slug: CategorySlug; Icon: typeof Users }

const tiles: Tile[] = [
  { name: 'charity', slug: 'charity', Icon: HeartHandshake },
  { name: 'community', slug: 'community-development', Icon: Users },
  { name: 'academic', slug: 'education', Icon: GraduationCap },
  { name: 'disaster', slug: 'emergency-assistance', Icon: CloudLightning },
  { name: 'legal', slug: 'legal', Icon: Scale },
  { name: 'medical', slug: 'health', Icon: Stethoscope },
]

export function ContactBlock() {
  const { supportEmail, supportHours, address } = useSite()
  return (
    <section className="wrap pb-14 lg:pb-20">
      <div className="grid gap-6 rounded-[1.25rem] bg-mint p-6 text-on-mint sm:p-10 md:grid-cols-2 md:gap-12">
        <div>
          <h2 className="text-2xl font-extrabold">{text.contact}</h2>
          <p className="mt-3">
            {supportHours === null ? text.contactText : text.contactHours({ hours: supportHours })}
          </p>
        </div>
        <address className="grid content-center gap-4 not-italic">
          {address.length > 0 && (
            <p className="flex items-start gap-3">
              <MapPin size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
              <span>
                {address.map((line) => (
                  <span key={line} className="block">
                    {line}
                  </span>
                ))}
              </span>
            </p>
          )}
          <p className="flex items-center gap-3 wrap-anywhere">
            <Mail size={20} aria-hidden="true" className="shrink-0" />
            <a
              href={`mailto:${supportEmail}`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {supportEmail}
            </a>
          </p>
        </address>
      </div>
    </section>
  )
}
