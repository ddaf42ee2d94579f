import { createElement, type SVGProps } from 'react'

type Drawing = { name: string; size: number; node: [tag: string, attributes: object][] }
type Props = SVGProps<SVGSVGElement> & { size?: number }

/** An icon of lucide-react, whose own frame of an icon is a kilobyte (vite.config.ts). */
export function createIcon({ name, size: side, node }: Drawing) {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = side, className = '', ...props }: Props) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${side} ${side}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide-${name} ${className}`,
        ...props,
      },
      parts,
    )
}
