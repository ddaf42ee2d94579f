import { indoors, outdoors, type Light } from './light.ts'
import { crowd, person } from './person.ts'
import { each, ellipse, faint, line, path, rect, upTo, type Drawing } from './shapes.ts'
import { palm, tree, tufts, wheel } from './things.ts'

export const otherScenes = { court, choir, car }

/** A house of law with its scales, and people on the steps. */
function court(light: Light): Drawing {
  return [
    outdoors(light, 640),
    palm(130, 680, 1.2),
    palm(1480, 680, 1.2),
    rect([330, 330, 940, 350], '#EFE6D2'),
    path('M280 336 L800 120 L1320 336 Z', '#DCCDAE'),
    path('M360 318 L800 150 L1240 318 Z', '#EFE6D2'),
    each(
      upTo(6),
      (index) =>
        rect([372 + index * 158, 340, 66, 330], '#FFFBF0', 8) +
        rect([360 + index * 158, 336, 90, 22], '#DCCDAE', 4),
    ),
    rect([740, 450, 120, 230], '#5A3B28', 4),
    each(upTo(4), (index) =>
      rect(
        [300 - index * 34, 676 + index * 34, 1000 + index * 68, 34],
        ['#E4D8BD', '#D8CAA9', '#CABB97', '#BDAD88'][index] ?? '',
      ),
    ),
    line('M800 186 V290 M740 204 H860', '#B8862F', 10),
    line('M740 204 l-26 56 h52 Z M860 204 l-26 56 h52 Z', '#B8862F', 5),
    path('M708 262 h64 q-32 34 -64 0 Z M828 262 h64 q-32 34 -64 0 Z', '#B8862F'),
    rect([764, 288, 72, 14], '#B8862F', 4),
    person(560, 900, 1.2, { top: '#231712', bottom: '#231712', hair: 'short', arms: 'carry' }),
    path('M530 636 h60 l-30 70 Z', '#FFFFFF'),
    rect([526, 742, 70, 50], '#B93A1E', 4),
    person(730, 905, 1.15, { top: '#2E86AB', bottom: '#27496D', hair: 'short', arms: 'one-up' }),
    person(880, 910, 1.15, {
      top: '#F28C28',
      dress: true,
      hair: 'wrap',
      cloth: '#00663F',
      arms: 'up',
    }),
    person(1020, 908, 0.75, { top: '#F5B841', bottom: '#27496D', hair: 'puffs', arms: 'up' }),
    tufts(light, [
      [120, 900],
      [240, 960],
      [1400, 940],
      [1520, 890],
    ]),
  ].join('')
}

/** Robes in two rows, an arch of coloured glass, and notes in the air. */
function choir(light: Light): Drawing {
  const glass = each(['#B93A1E', '#F5B841', '#00663F', '#8E44AD', '#2E86AB'], (fill, index) =>
    each(upTo(4), (row) =>
      path(
        `M${560 + index * 96} ${100 + row * 140} l96 -40 v140 l-96 40 Z`,
        (row + index) % 2 ? fill : light.sky[1],
      ),
    ),
  )
  const robe = { dress: true, arms: 'carry' } as const
  return [
    indoors('#4B2E4F', '#7A4B2F', '#5F3822'),
    path('M560 640 V300 Q560 80 800 80 Q1040 80 1040 300 V640 Z', light.sun),
    `<clipPath id="arch"><path d="M590 640 V310 Q590 112 800 112 Q1010 112 1010 310 V640 Z"/></clipPath>`,
    `<g clip-path="url(#arch)">${glass}</g>`,
    line('M800 112 V640 M590 380 H1010', '#3A2340', 12),
    each([300, 1300], (x) => rect([x - 60, 160, 120, 510], '#5F3D66', 50)),
    crowd(
      upTo(7).map(() => ({ ...robe, top: '#B93A1E', hair: 'short' as const })),
      (index) => [260 + index * 180, 830, 1.05],
    ),
    crowd(
      upTo(6).map((index) => ({
        ...robe,
        top: '#00663F',
        hair: index % 2 ? ('puffs' as const) : ('wrap' as const),
        cloth: '#F5B841',
      })),
      (index) => [350 + index * 180, 960, 1.1],
    ),
    each(upTo(6), (index) => rect([310 + index * 180, 806, 80, 50], '#FFF8EA', 4)),
    each(upTo(6), (index) => path(`M${350 + index * 180 - 22} 736 l22 46 22 -46 Z`, '#FFFFFF')),
    each(
      [
        [150, 250],
        [430, 130],
        [1180, 150],
        [1430, 290],
      ] as const,
      ([x, y]) =>
        ellipse([x, y], [24, 18], '#F5B841') +
        line(`M${x + 20} ${y} V${y - 90} q36 10 40 44`, '#F5B841', 9),
    ),
  ].join('')
}

/** A shining car and nobody in need. */
function car(light: Light): Drawing {
  return [
    outdoors(light, 600),
    tree(160, 640, 1.2),
    tree(1450, 640, 1),
    rect([0, 700, 1600, 300], '#5E5A57'),
    line('M40 900 h200 M360 900 h200 M680 900 h200 M1000 900 h200 M1320 900 h200', '#F3DCC5', 12),
    path(
      'M340 780 Q350 660 520 650 Q620 520 820 520 H960 Q1100 530 1180 650 Q1300 660 1310 780 Z',
      '#2E86AB',
    ),
    path('M600 650 Q670 560 800 556 V650 Z', '#CFE8EE'),
    path('M830 650 V556 H950 Q1050 566 1110 650 Z', '#CFE8EE'),
    rect([860, 690, 70, 14], '#1F5F7A', 6),
    ellipse([1290, 700], [26, 18], '#FFF3C4'),
    wheel(540, 790, 84),
    wheel(1120, 790, 84),
    faint(0.35, line('M560 640 Q640 560 760 548', '#FFFFFF', 14)),
    person(240, 900, 1.15, {
      top: '#F5B841',
      bottom: '#231712',
      hair: 'cap',
      cloth: '#231712',
      arms: 'one-up',
    }),
  ].join('')
}
