import { ArrowRight, Check } from 'lucide-react'

import { Link } from '#web/router/link.tsx'

import { paths } from '../../../navigation/paths.ts'
import heroPicture from '../../../pictures/hero.svg'
import { landingText } from '../../../text/landing.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'

/** Both buttons stand on one line of a phone of 360 px. */
const onPhones = 'max-sm:grow max-sm:px-3 max-sm:text-sm'

export function Hero() {
  const text = landingText
  return (
    <section className="wrap grid grid-cols-[1fr_6rem] items-center gap-x-4 py-3 sm:grid-cols-1 sm:gap-10 sm:py-10 md:py-14 lg:grid-cols-[1fr_1.1fr] lg:gap-14 lg:py-20">
      <div className="max-sm:contents">
        <p className="text-sm font-bold tracking-widest text-forest max-sm:col-span-2">
          {text.tagline}
        </p>
        <h1 className="mt-1 text-2xl font-extrabold sm:mt-3 sm:text-3xl">{text.heading}</h1>
        <p className="mt-2 max-w-prose text-muted max-sm:col-span-2 sm:mt-4 sm:text-lg">
          {text.lead}
        </p>
        <div className="mt-3 flex flex-wrap gap-2 max-sm:col-span-2 sm:mt-7 sm:gap-3">
          <Link to={paths.createCampaign} className={classNames(buttonClass(), onPhones)}>
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
