import { ArrowRight, Check } from 'lucide-react'
import { Link } from 'react-router'

import { paths } from '../../navigation/paths.ts'
import heroPicture from '../../pictures/hero.svg'
import { landingText } from '../../text/landing.ts'
import { buttonClass } from '../../ui/button.tsx'

export function Hero() {
  const text = landingText
  return (
    <section className="wrap grid items-center gap-10 py-10 md:py-14 lg:grid-cols-[1fr_1.1fr] lg:gap-14 lg:py-20">
      <div>
        <p className="text-sm font-bold tracking-widest text-forest">{text.tagline}</p>
        <h1 className="mt-3 text-3xl font-extrabold">{text.heading}</h1>
        <p className="mt-4 max-w-prose text-lg text-muted">{text.lead}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <Link to={paths.signUp} className={buttonClass()}>
            {text.start}
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
          <a href="#browseCampaigns" className={buttonClass('quiet')}>
            {text.browse}
          </a>
        </div>
        <ul className="mt-7 space-y-2 text-sm text-muted">
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
        className="aspect-4/3 w-full rounded-[1.25rem]"
      />
    </section>
  )
}
