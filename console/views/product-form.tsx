import { CONCERNS, PRODUCT_CATEGORIES } from '../../emulator/domain/vocabulary.ts';
import { Button } from '../parts/basics.tsx';
import { Check, Choice, Field } from '../parts/fields.tsx';

export type Product = 'skin' | 'makeup' | 'hair';
type Layer = { category: string; color: string; opacity: number };
export type Wish = {
  product: Product;
  concerns: readonly string[];
  masks: boolean;
  layers: readonly Layer[];
  dark: string;
  light: string;
  strength: number;
};

export const PATHS: Readonly<Record<Product, string>> = {
  skin: '/v1/skin/analyses',
  makeup: '/v1/makeup/try-ons',
  hair: '/v1/hair/try-ons',
};

export const USUAL_WISH: Wish = {
  product: 'makeup',
  concerns: ['redness', 'wrinkles', 'pore'],
  masks: true,
  layers: [{ category: 'lipstick', color: '#b3123b', opacity: 0.8 }],
  dark: '#3b1f5c',
  light: '#8e5bd0',
  strength: 0.8,
};

export function bodyOf(wish: Wish, asset: string): object {
  const inputs = [{ asset_id: asset, role: 'source' }];
  if (wish.product === 'makeup') return { inputs, products: wish.layers };
  if (wish.product === 'hair') {
    const stop = (color: string) => ({ color, opacity: wish.strength });
    return { inputs, color_gradient: { dark: stop(wish.dark), light: stop(wish.light) } };
  }
  const visualizations = wish.masks ? wish.concerns.map((concern) => ({ concern, kind: 'mask' })) : [];
  return { inputs, concerns: wish.concerns, visualizations };
}

type Change = { wish: Wish; onChange(wish: Wish): void };

export function ProductForm({ wish, onChange }: Change) {
  const names: Readonly<Record<Product, string>> = { skin: 'Skin analysis', makeup: 'Makeup', hair: 'Hair color' };
  return (
    <>
      <fieldset class="tabs" aria-label="Product">
        {(Object.keys(names) as Product[]).map((product) => (
          <button
            key={product}
            type="button"
            aria-pressed={product === wish.product}
            onClick={() => onChange({ ...wish, product })}
          >
            {names[product]}
          </button>
        ))}
      </fieldset>
      {wish.product === 'skin' && <Skin wish={wish} onChange={onChange} />}
      {wish.product === 'makeup' && <Makeup wish={wish} onChange={onChange} />}
      {wish.product === 'hair' && <Hair wish={wish} onChange={onChange} />}
    </>
  );
}

function Skin({ wish, onChange }: Change) {
  const flip = (concern: string, isOn: boolean) =>
    onChange({
      ...wish,
      concerns: isOn ? [...wish.concerns, concern] : wish.concerns.filter((one) => one !== concern),
    });
  return (
    <fieldset class="checks">
      <legend>Concerns</legend>
      {CONCERNS.map((concern) => (
        <Check key={concern} isOn={wish.concerns.includes(concern)} onFlip={(isOn) => flip(concern, isOn)}>
          {concern.replaceAll('_', ' ')}
        </Check>
      ))}
      <Check isOn={wish.masks} onFlip={(isOn) => onChange({ ...wish, masks: isOn })}>
        with a mask for each
      </Check>
    </fieldset>
  );
}

function Makeup({ wish, onChange }: Change) {
  const put = (at: number, part: Partial<Layer>) =>
    onChange({ ...wish, layers: wish.layers.map((layer, index) => (index === at ? { ...layer, ...part } : layer)) });
  return (
    <>
      {wish.layers.map((layer, index) => (
        <div key={index} class="filters">
          <Choice
            label={`Layer ${index + 1}`}
            value={layer.category}
            of={PRODUCT_CATEGORIES}
            onChoose={(category) => put(index, { category })}
          />
          <Color
            label={`Color of layer ${index + 1}`}
            value={layer.color}
            onChange={(color) => put(index, { color })}
          />
          <Strength
            label={`Opacity of layer ${index + 1}`}
            value={layer.opacity}
            onChange={(opacity) => put(index, { opacity })}
          />
          <Button
            blocked={wish.layers.length === 1 && 'At least one layer is needed.'}
            label={`Remove layer ${index + 1}`}
            onPress={() => onChange({ ...wish, layers: wish.layers.filter((_, at) => at !== index) })}
          >
            Remove
          </Button>
        </div>
      ))}
      <button
        type="button"
        onClick={() =>
          onChange({ ...wish, layers: [...wish.layers, { category: 'foundation', color: '#d9a07a', opacity: 0.5 }] })
        }
      >
        Add a layer
      </button>
    </>
  );
}

function Hair({ wish, onChange }: Change) {
  return (
    <div class="filters">
      <Color label="Dark" value={wish.dark} onChange={(dark) => onChange({ ...wish, dark })} />
      <Color label="Light" value={wish.light} onChange={(light) => onChange({ ...wish, light })} />
      <Strength label="Opacity" value={wish.strength} onChange={(strength) => onChange({ ...wish, strength })} />
    </div>
  );
}

function Color({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <Field label={label}>
      <input type="color" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
    </Field>
  );
}

function Strength({ label, value, onChange }: { label: string; value: number; onChange(value: number): void }) {
  return (
    <Field label={`${label}: ${value}`}>
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        value={value}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
    </Field>
  );
}
