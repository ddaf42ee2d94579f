import { HandCoins, PenLine, Sparkles } from 'lucide-react'

import { landingText } from '../../text/landing.ts'

const icons = [Sparkles, PenLine, HandCoins]

/** The three steps (specification §1). */
export function HowItWorks() {
  const text = landingText
  return (
    <section id="howItWorks" className="bg-forest-deep py-14 text-on-forest-deep lg:py-20">
      <div className="wrap">
        <h2 className="text-2xl font-extrabold">{text.how}</h2>
        <ol className="mt-8 grid gap-4 md:grid-cols-3 md:gap-6">
          {text.steps.map((step, index) => {
            const Icon = icons[index]
            return (
              <li key={step.title} className="rounded-card border border-white/15 bg-white/5 p-6">
                <div className="flex items-center justify-between text-marigold">
                  {Icon && <Icon size={28} aria-hidden="true" />}
                  <span aria-hidden="true" className="text-2xl font-extrabold">
                    {index + 1}
                  </span>
                </div>
                <h3 className="mt-5 text-xl font-bold">{step.title}</h3>
                <p className="mt-2 text-on-forest-deep/85">{step.text}</p>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}
