import { HandCoins, PenLine, Sparkles } from 'lucide-react'

import { landingText } from '../../../text/landing.ts'

const icons = [Sparkles, PenLine, HandCoins]

/** The three steps (specification §1). */
export function HowItWorks() {
  const text = landingText
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
