import { describe, expect, it } from 'vitest';
import { html } from './markup.ts';

describe('HTML', () => {
  it('escapes everything that is not markup, also in lists, and shows nothing for null', () => {
    const items = ['<a>', 2].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}${null}</ul>`.markup).toBe('<ul><li>&lt;a&gt;</li><li>2</li></ul>');
  });
});
