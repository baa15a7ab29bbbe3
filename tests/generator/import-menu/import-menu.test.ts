import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { importMenu, runImportMenu } from '../../../generator/import-menu/run.ts';
import { validateDocument } from '../../../src/generated/validators/documents.js';
import { root } from '../support/temporary-project.ts';

afterEach(() => vi.restoreAllMocks());

const ruoyi = `
-- ----------------------------
-- insert into sys_menu values('99', 'in a comment', '0', '1', 'x', null, '', '', 1, 0, 'M', '0', '0', '', '', '', null, '', null, '');
-- ----------------------------
drop table if exists sys_menu;
create table sys_menu (
  menu_id bigint(20) not null auto_increment comment '菜单ID, (the id)',
  menu_name varchar(50) not null, parent_id bigint(20) default 0, order_num int(4) default 0, path varchar(200) default '',
  component varchar(255) default null, query varchar(255) default null, route_name varchar(50) default '', is_frame int(1) default 1,
  is_cache int(1) default 0, menu_type char(1) default '', visible char(1) default 0, status char(1) default 0, perms varchar(100) default null,
  icon varchar(100) default '#', create_by varchar(64) default '', create_time datetime, update_by varchar(64) default '', update_time datetime,
  remark varchar(500) default '',
  primary key (menu_id)
) engine=innodb auto_increment=2000 comment = '菜单权限表';
insert into sys_menu values('1', '系统管理', '0', '1', 'system', null, '', '', 1, 0, 'M', '0', '0', '', 'system', 'admin', sysdate(), '', null, '系统管理目录');
insert into sys_menu values('100', '用户管理', '1', '1', 'user', 'system/userList/index', '', '', 1, 0, 'C', '0', '0', 'system:user:list', 'user', 'admin', sysdate(), '', null, 'it''s (1, ''x''), insert into sys_menu values (7)'),
  ('101', 'Hidden', '1', '2', 'secret', 'system/secret/index', '', '', 1, 0, 'C', '1', '0', 'system:secret:list', '#', 'admin', now(), '', null, 'back\\'slash');
/* insert into sys_menu values ('8', 'also a comment') */
insert into sys_menu values('1000', '用户查询', '100', '1', '', '', '', '', 1, 0, 'F', '0', '0', 'system:user:query', '#', 'admin', sysdate(), '', null, '');
insert into sys_menu values('4', '官网', '0', '4', 'http://ruoyi.example', null, '', '', 0, 0, 'M', '0', '0', '', 'guide', 'admin', sysdate(), '', null, '');
insert into sys_menu values('5', 'Off', '0', '9', 'off', null, '', '', 1, 0, 'M', '0', '1', '', 'x', 'admin', sysdate(), '', null, '');
insert into sys_role values('1', '超级管理员', 'admin', 1);
`;

const pig = `
INSERT INTO \`pig\`.\`sys_menu\` (\`menu_id\`, \`name\`, \`en_name\`, \`permission\`, \`path\`, \`parent_id\`, \`icon\`, \`visible\`, \`sort_order\`, \`keep_alive\`, \`embedded\`, \`menu_type\`, \`create_by\`, \`del_flag\`) VALUES
(1000, '权限管理', 'authorization', NULL, '/admin', -1, 'iconfont icon-icon-', '1', 0, '0', '0', '0', '', '0'),
(1100, '用户管理', 'user', NULL, '/admin/user/index', 1000, 'ele-User', '1', 1, '0', '0', '0', ' ', '0'), -- a row
(1101, '用户新增', NULL, 'sys_user_add', NULL, 1100, NULL, '1', 1, '0', NULL, '1', ' ', '0'),
(1200, 'Old', 'old', NULL, '/admin/old', 1000, NULL, '0', 1, '0', '0', '0', ' ', '1'),
(1300, '隐藏', 'hidden', NULL, '/admin/hidden', 1000, NULL, '0', 2, '0', '0', '0', ' ', '0');
`;

function items(text: string): Record<string, unknown>[] {
  const { document, items: rows } = importMenu(text);
  expect(validateDocument('menu', document)).toEqual([]);
  return rows;
}

describe('SQL of RuoYi', () => {
  it('becomes rows: letters, permissions, paths below their parents, views as pages', () => {
    expect(items(ruoyi)).toEqual([
      { menuId: '1', parentId: '0', type: '0', name: '系统管理', url: '/system', icon: 'system', sort: 1 },
      {
        ...{ menuId: '100', parentId: '1', type: '1', name: '用户管理', url: '/system/user', component: 'system/user-list' },
        ...{ icon: 'user', sort: 1, perms: 'system:user:list' },
      },
      {
        ...{ menuId: '101', parentId: '1', type: '1', name: 'Hidden', url: '/system/secret', component: 'system/secret' },
        ...{ visible: '1', sort: 2, perms: 'system:secret:list' },
      },
      { menuId: '1000', parentId: '100', type: '2', name: '用户查询', sort: 1, perms: 'system:user:query' },
      { menuId: '4', parentId: '0', type: '1', name: '官网', url: 'http://ruoyi.example', isFrame: '0', icon: 'guide', sort: 4 },
    ]);
  });

  it('reports what was dropped; rows in texts and comments are none', () => {
    const { dropped, dialect, items: rows } = importMenu(ruoyi);
    expect(dialect).toBe('RuoYi');
    expect(rows).toHaveLength(5);
    expect(dropped).toEqual(['1 rows of sys_role, which is no menu', 'line 21: Off: disabled (status 1)']);
  });

  it('is read without create table, with and without route_name, and says that it guessed the columns', () => {
    const bare =
      "insert into sys_menu values('1', 'A', '0', '1', 'a', 'a/index', '', 1, 0, 'C', '0', '0', 'a:b', '#', '', sysdate(), '', null, '');";
    expect(items(bare)).toMatchObject([{ menuId: '1', url: '/a', component: 'a', perms: 'a:b' }]);
    expect(importMenu(bare).guessed).toEqual(['the inserts name no columns: read as those of ruoyi']);
  });
});

describe('SQL of pig', () => {
  it('becomes rows: root -1, digits, permission, visible the other way round', () => {
    expect(items(pig)).toEqual([
      {
        menuId: '1000',
        parentId: '0',
        type: '0',
        name: '权限管理',
        nameEn: 'authorization',
        url: '/admin',
        icon: 'iconfont icon-icon-',
        sort: 0,
      },
      {
        menuId: '1100',
        parentId: '1000',
        type: '1',
        name: '用户管理',
        nameEn: 'user',
        url: '/admin/user/index',
        component: 'admin/user',
        icon: 'ele-User',
        sort: 1,
      },
      { menuId: '1101', parentId: '1100', type: '2', name: '用户新增', sort: 1, perms: 'sys_user_add' },
      {
        menuId: '1300',
        parentId: '1000',
        type: '1',
        name: '隐藏',
        nameEn: 'hidden',
        url: '/admin/hidden',
        component: 'admin/hidden',
        visible: '1',
        sort: 2,
      },
    ]);
    const { dialect, guessed, dropped } = importMenu(pig);
    expect(dialect).toBe('pig');
    expect(guessed).toContain('line 4: 用户管理: names no view, so the page is named after its path: admin/user');
    expect(dropped).toEqual(['line 6: Old: marked as deleted']);
  });
});

describe('SQL of any kind', () => {
  const insert = (values: string) => `insert into menu (id, name, parent_id, path, component, type) values ${values};`;

  it.each([
    ['doubled quotes', "(1, 'it''s', 0, '/a', 'a', 1)", "it's"],
    ['backslashes of MySQL', "(1, 'a\\'b', 0, '/a', 'a', 1)", "a'b"],
    ['backslashes that escape nothing elsewhere', "(1, 'C:\\', 0, '/a', 'a', 1)", 'C:\\'],
    ['brackets and commas in texts', "(1, '), (2, ''x''', 0, '/a', 'a', 1)", "), (2, 'x'"],
    ['comments between values', "(1, /* name */ 'A', -- parent\n 0, '/a', 'a', 1)", 'A'],
    ['national texts and casts', "(1, N'A'::varchar, 0, '/a', 'a', 1)", 'A'],
  ])('knows %s', (_what, values, name) => expect(items(insert(values))).toMatchObject([{ name }]));

  it('drops rows whose values do not fit the columns, and says so', () => {
    expect(importMenu(insert("(1, 'A'), (2, 'B', 0, '/b', 'b', 1)"))).toMatchObject({
      items: [{ name: 'B' }],
      dropped: ['line 1: 2 values for 6 columns'],
    });
  });
});

describe('JSON', () => {
  it('is read flat and inside an answer, with names of any system', () => {
    const rows = [
      { menu_id: 1, parent_id: 0, menu_name: 'A', type: 0, path: '/a', visible: 1 },
      {
        menu_id: 2,
        parent_id: 1,
        menu_name: 'B',
        type: 1,
        path: '/a/b',
        component: '@/views/shop/OrderList.vue',
        visible: 1,
        perms: 'a:b',
      },
      { menu_id: 3, parent_id: 7, menu_name: 'C', type: 2, permission: ['c:d', 'c:e'], visible: 0 },
      { menu_id: 3, parent_id: 0, menu_name: 'D', type: 2 },
      'nothing',
    ];
    const { items: found, guessed, dropped } = importMenu(JSON.stringify({ code: 200, data: { records: rows } }));
    expect(found).toEqual([
      { menuId: '1', parentId: '0', type: '0', name: 'A', url: '/a' },
      { menuId: '2', parentId: '1', type: '1', name: 'B', url: '/a/b', component: 'shop/order-list', perms: 'a:b' },
      { menuId: '3', parentId: '0', type: '2', name: 'C', perms: 'c:d,c:e' },
    ]);
    expect(guessed).toEqual([
      'types are digits up to 2: read as 0 directory, 1 page, 2 button',
      'visible: 1 is taken for shown, because most rows have it',
      '/data/records/2: C: its parent 7 is not among the rows, so it stands at the top',
    ]);
    expect(dropped).toEqual(['/data/records/4: no object', '/data/records/3: D: the id 3 was there before']);
  });

  it('is read as a tree of routes, with titles in meta and no ids', () => {
    const tree = [
      {
        name: 'System',
        path: '/system',
        component: 'Layout',
        hidden: false,
        meta: { title: '系统', icon: 'system', noCache: false },
        children: [{ name: 'User', path: 'user', component: 'system/user/index', hidden: true, meta: { title: '用户', link: null } }],
      },
    ];
    expect(items(JSON.stringify(tree))).toEqual([
      { menuId: 'row1', parentId: '0', type: '0', name: '系统', url: '/system', icon: 'system' },
      {
        menuId: 'row2',
        parentId: 'row1',
        type: '1',
        name: '用户',
        url: '/system/user',
        component: 'system/user',
        visible: '1',
        meta: { link: null },
      },
    ]);
  });

  it.each([
    [
      [
        { id: 1, name: 'D', type: 1 },
        { id: 2, pid: 1, name: 'P', type: 2, path: 'p' },
        { id: 3, pid: 2, name: 'B', type: 3 },
      ],
      '0,1,2',
    ],
    [
      [
        { id: 1, name: 'D', type: 'm' },
        { id: 2, pid: 1, name: 'P', type: 'c', path: 'p' },
      ],
      '0,1',
    ],
    [
      [
        { id: 1, name: 'D', path: '/d' },
        { id: 2, pid: 1, name: 'P', path: 'p' },
        { id: 3, pid: 2, name: 'B', perms: 'a:b' },
      ],
      '0,1,2',
    ],
  ])('knows types as %j', (rows, types) => {
    expect(
      items(JSON.stringify(rows))
        .map(({ type }) => type)
        .join(),
    ).toBe(types);
  });
});

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'targus-import-'));
  afterEach(() => rmSync(join(folder, 'out.json'), { force: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('writes the document and reports what was converted, guessed, dropped and is left to do', () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(runImportMenu(root, [write('menu.sql', ruoyi), '--out', join(folder, 'out.json')])).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')).items).toHaveLength(5);
    const report = String(printed.mock.calls[0]?.[0]);
    expect(report).toContain('converted: 5 rows (1 directories, 3 pages, 1 buttons), dialect RuoYi');
    expect(report).toContain('line 20: 官网: http://ruoyi.example is an external link here (isFrame 0)');
    expect(report).toContain('still wrong: 0');
    expect(report).toMatch(/pages to write: 2\n {2}system\/secret\n {2}system\/user-list/);
  });

  it('names the row and its line where something stays wrong', () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const rows =
      "insert into menu (id, name, parent_id, path, component, type) values (1, 'A', 0, '/a', 'a', 1),\n(2, 'Again', 0, '/a', 'b', 1);";
    expect(runImportMenu(root, [write('twice.sql', rows)])).toBe(0);
    expect(String(printed.mock.calls[0]?.[0])).toMatch(/still wrong: 1\n {2}line 2: Again: MENU_\w+ .* \(\/items\/1/);
  });

  it('refuses what it cannot read', () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(runImportMenu(root, [])).toBe(2);
    expect(runImportMenu(root, [join(folder, 'nowhere.sql')])).toBe(2);
    expect(runImportMenu(root, [folder])).toBe(2);
    expect(printed.mock.calls.at(-1)?.[0]).toContain(`${folder} cannot be read`);
    expect(runImportMenu(root, [write('cut.sql', "insert into sys_menu values ('never ends")])).toBe(2);
    expect(printed.mock.calls.at(-1)?.[0]).toContain('the text that begins in line 1 never ends');
    expect(runImportMenu(root, [write('cut.json', '[{"id": 1,')])).toBe(2);
    writeFileSync(
      join(folder, 'gbk.sql'),
      Buffer.concat([Buffer.from("insert into sys_menu values ('"), Buffer.from([0xb9, 0xa4, 0xd7, 0xf7]), Buffer.from("')")]),
    );
    expect(runImportMenu(root, [join(folder, 'gbk.sql')])).toBe(2);
    expect(printed.mock.calls.at(-1)?.[0]).toContain('gbk.sql is not UTF-8');
  });

  it('makes the folder it is to write to', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const out = join(folder, 'schemas.local', 'menus', 'imported.menu.json');
    expect(runImportMenu(root, [write('menu.sql', ruoyi), '--out', out])).toBe(0);
    expect(JSON.parse(readFileSync(out, 'utf8')).items).toHaveLength(5);
  });

  it('says that no menu was found, and what it looked for, and writes nothing', () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const out = join(folder, 'never.json');
    expect(runImportMenu(root, [write('other.sql', "insert into sys_role values ('1', 'a');"), '--out', out])).toBe(1);
    const [said] = printed.mock.calls.at(-1) ?? [];
    expect(said).toMatch(/^no inserts into a table of menus were found in .*other\.sql.*\n {2}dropped: 1 rows of sys_role/);
    expect(said).not.toContain('guessed');
    expect(runImportMenu(root, [write('empty.json', '{"data": []}'), '--out', out])).toBe(1);
    expect(printed.mock.calls.at(-1)?.[0]).toContain('no rows of a menu were found');
    expect(existsSync(out)).toBe(false);
  });

  it('leads from the written document to the meta-schema of the project', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const out = join(folder, 'imported.menu.json');
    expect(runImportMenu(root, [write('from.sql', ruoyi), '--out', out])).toBe(0);
    const { $schema } = JSON.parse(readFileSync(out, 'utf8'));
    expect(resolve(folder, $schema)).toBe(join(root, 'schemas/meta/menu.schema.json'));
  });
});
