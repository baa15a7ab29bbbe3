/**
 * What the page of the API's description runs (GET /api/docs): a file of its own, for the policy of our pages allows no script inside the page. Groups start closed: all calls at once take
 * seconds to draw.
 */

/** The security schemes refer to nothing: they are taken as they stand, since resolving them walks the whole description before anything shows. */
const securityAsItStands = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree:
          (original, { specActions, specSelectors }) =>
          (path) =>
            path.join('.') === 'components.securitySchemes'
              ? specActions.updateResolvedSubtree(path, specSelectors.specJson().getIn(path).toJS())
              : original(path),
      },
    },
  },
});

/** A call is resolved in a description of what it refers to: in the whole one it takes seconds, whichever it is. */
const callsByThemselves = () => ({
  afterLoad({ fn }) {
    const { resolveSubtree } = fn;
    fn.resolveSubtree = (description, path, options) => resolveSubtree(partOf(description, path), path, options);
  },
});

/** The description with nothing but what stands at a path and what that refers to, each as a whole: `paths/<path>/<method>`, `components/<kind>/<name>`. */
function partOf({ paths, components, tags, ...rest }, path) {
  const whole = { paths, components, tags };
  const part = { paths: {}, ...rest };
  const take = ([section, group, name]) => {
    const found = whole[section]?.[group]?.[name];
    if (found === undefined || part[section]?.[group]?.[name] !== undefined) return;
    part[section] = { ...part[section], [group]: { ...part[section]?.[group], [name]: found } };
    follow(found);
  };
  const follow = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref: reference } = value;
    if (typeof reference === 'string' && reference.startsWith('#/'))
      take(
        reference
          .slice(2)
          .split('/')
          .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
      );
    for (const inner of Object.values(value)) follow(inner);
  };
  take(path);
  return part;
}

window.SwaggerUIBundle({
  plugins: [securityAsItStands, callsByThemselves],
  url: '/api/docs/openapi.json',
  dom_id: '#swagger-ui',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
});
