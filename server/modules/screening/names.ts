/** Traditional signs of names and companies with the simplified ones, pairwise. The rest stays as it is: names are compared, not translated. */
const pairs =
  '萬万與与東东絲丝兩两嚴严喪丧豐丰臨临為为麗丽舉举義义烏乌樂乐喬乔習习鄉乡書书買买亂乱爭争雲云亞亚產产親亲億亿僅仅從从倉仓儀仪們们價价眾众優优會会傘伞偉伟傳传傷伤倫伦偽伪體体余余儲储兒儿黨党蘭兰關关興兴養养獸兽內内岡冈軍军農农馮冯沖冲決决況况凍冻淨净涼凉減减湊凑鳳凤凱凯擊击劉刘則则剛刚創创刪删別别劍剑劇剧勸劝辦办務务動动勵励勁劲勞劳勢势勻匀區区醫医華华協协單单賣卖盧卢衛卫卻却廠厂廳厅歷历厲厉壓压縣县參参雙双發发變变葉叶號号嘆叹員员聽听啟启吳吴嗎吗響响喚唤嘯啸團团園园國国圖图圓圆聖圣場场壞坏塊块堅坚壇坛墳坟墜坠壟垄壘垒墊垫塵尘牆墙聲声處处備备復复夠够頭头夾夹奪夺奮奋獎奖奧奥婦妇媽妈嫻娴嬌娇孫孙學学寧宁寶宝實实寵宠審审憲宪宮宫寬宽賓宾對对尋寻導导壽寿將将爾尔塵尘嘗尝層层屆届屬属歲岁豈岂島岛嶺岭嶽岳崗岗峽峡幣币帥帅師师帳帐帶带幫帮幹干廣广莊庄慶庆廬庐庫库應应廟庙龐庞廢废開开異异張张彌弥彎弯彈弹強强歸归當当錄录彥彦徹彻徑径禦御憶忆憂忧懷怀態态憐怜總总戀恋惠惠惡恶懸悬驚惊懼惧慘惨慣惯慮虑懇恳戲戏戰战戶户撲扑執执擴扩掃扫揚扬擾扰撫抚搶抢護护報报擔担擬拟攏拢揀拣擁拥攔拦擇择掛挂摯挚揮挥損损換换據据擲掷攝摄攜携擺摆搖摇攤摊敵敌數数齋斋斬斩斷断無无舊旧時时曠旷晉晋曉晓暉晖暫暂術术機机殺杀雜杂權权條条來来楊杨傑杰極极構构樞枢棗枣槍枪楓枫櫃柜檸柠標标棧栈棟栋欄栏樹树樣样橋桥樺桦檔档夢梦檢检樓楼橫横歡欢歐欧殘残毀毁畢毕氣气漢汉湯汤溝沟滬沪滄沧澤泽潔洁淚泪濟济瀏浏濃浓濤涛漣涟潤润漲涨溫温灣湾濕湿滿满濾滤濱滨瀾澜灘滩滅灭燈灯靈灵災灾爐炉煒炜點点煉炼爍烁煙烟煩烦燒烧燁烨燭烛熱热煥焕愛爱爺爷牽牵犧牺狀状猶犹獨独獅狮獄狱獲获瑪玛環环現现瑋玮璽玺瓊琼電电畫画暢畅疇畴療疗瘋疯皚皑盜盗鹽盐監监蓋盖盤盘盞盏睜睁矯矫礦矿碼码磚砖礎础碩硕禮礼禎祯禍祸離离種种積积稱称穩稳窮穷竊窃競竞篤笃筆笔築筑籃篮籌筹簽签簡简類类糧粮緊紧紅红約约級级紀纪純纯紗纱綱纲納纳縱纵綸纶紛纷紙纸紋纹紡纺線线組组紳绅細细織织終终紹绍經经綁绑結结繞绕給给絡络絕绝統统絹绢繼继績绩緒绪續续維维綿绵綜综綠绿緣缘編编緯纬練练縮缩繆缪繁繁羅罗罰罚羈羁羨羡聯联聰聪肅肃腸肠膚肤腎肾腫肿脹胀脅胁膽胆勝胜腦脑臉脸膠胶艙舱艦舰藝艺節节蘆芦蘇苏蘋苹範范莖茎薦荐榮荣葷荤藥药萊莱蓮莲獲获瑩莹鶯莺蘿萝營营蕭萧薩萨蔣蒋藍蓝薊蓟蔔卜虧亏慮虑虛虚蟲虫蝦虾蟻蚁補补襯衬襲袭裝装裡里見见觀观規规視视覽览覺觉訂订計计認认討讨讓让訓训議议記记講讲許许論论設设訪访證证評评識识詐诈訴诉診诊詞词試试詩诗誠诚話话詢询該该詳详語语誤误說说請请諸诸諾诺讀读課课誰谁調调談谈謀谋謝谢謙谦譚谭譜谱豬猪貝贝貞贞負负貢贡財财責责賢贤敗败賬账貨货質质販贩貪贪貧贫購购貫贯貴贵貸贷貿贸費费賀贺賈贾資资賴赖賽赛贊赞贈赠贏赢趙赵趕赶躍跃軌轨軒轩轉转輪轮軟软輕轻載载較较輔辅輛辆輝辉輯辑輸输轄辖邊边遼辽達达遷迁過过邁迈運运還还這这進进遠远違违連连遲迟適适選选遜逊遞递邏逻遺遗鄧邓鄭郑鄰邻鬱郁鄒邹醬酱釋释鑒鉴針针釘钉釣钓鈣钙鈔钞鋼钢鈞钧鈴铃鉑铂鉛铅鉅巨銀银銅铜銘铭鋒锋鋁铝銷销鎖锁鍋锅鋪铺銳锐錢钱錦锦錫锡錯错鍵键鎮镇鏡镜鐘钟鐵铁鑫鑫長长門门閃闪閉闭問问間间閔闵聞闻閣阁閱阅闊阔闖闯隊队陽阳陰阴陣阵階阶際际陸陆陳陈險险隨随隱隐難难雞鸡霧雾靜静韓韩頁页頂顶項项順顺須须顧顾頓顿預预領领頗颇頻频題题顏颜額额願愿顯显風风飛飞飯饭飲饮飾饰餅饼餐餐館馆馬马馳驰駐驻駛驶駕驾駱骆騰腾驅驱驗验騎骑魚鱼魯鲁鮑鲍鮮鲜鯨鲸鳥鸟鴻鸿鵬鹏鶴鹤鷹鹰麥麦黃黄齊齐齒齿龍龙龔龚龜龟';

const simplified = new Map<string, string>();
const signs = [...pairs];
for (let at = 0; at + 1 < signs.length; at += 2) simplified.set(signs[at] ?? '', signs[at + 1] ?? '');

/** Words that say what kind of company it is. */
const companyWords = new Set(
  'co company corp corporation inc incorporated ltd limited llc llp plc lp pte pty gmbh ag sa sarl srl spa bv nv oy ab as kk the group holding holdings'.split(
    ' ',
  ),
);
const companyEnds = /(股份有限公司|有限责任公司|集团有限公司|有限公司|股份公司|集团公司|分公司|公司|集团|株式会社)$/;

/** A name as it is compared: its words folded, in simplified signs, without marks and without what says that it is a company. */
export function nameWords(name: string): string[] {
  const folded = [...name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()].map((sign) => simplified.get(sign) ?? sign).join('');
  // What stands in one word with its marks: A.B.C. and O'Brien.
  const words = folded
    .replaceAll(/[.'’·]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const own = words.filter((word) => !companyWords.has(word)).map((word) => word.replace(companyEnds, ''));
  const left = own.filter((word) => word !== '');
  return left.length > 0 ? left : words;
}

/** An identifier as it is compared: letters and digits alone. */
export function plainIdentifier(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Pairs of neighbouring signs, with the ends. */
export function bigrams(text: string): Set<string> {
  const signs = ['^', ...text, '$'];
  const found = new Set<string>();
  for (let at = 0; at + 1 < signs.length; at += 1) found.add(`${signs[at]}${signs[at + 1]}`);
  return found;
}

/** Jaro-Winkler similarity, 0 to 1: signs both have at about the same place, and more for the same beginning. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [[...one], [...other]];
  const reach = Math.max(0, Math.floor(Math.max(left.length, right.length) / 2) - 1);
  const taken = new Array<boolean>(right.length).fill(false);
  const common: string[] = [];
  for (const [at, sign] of left.entries()) {
    const to = Math.min(right.length - 1, at + reach);
    for (let place = Math.max(0, at - reach); place <= to; place += 1) {
      if (taken[place] || right[place] !== sign) continue;
      taken[place] = true;
      common.push(sign);
      break;
    }
  }
  if (common.length === 0) return 0;
  const back = right.filter((_, at) => taken[at]);
  const turned = common.filter((sign, at) => sign !== back[at]).length / 2;
  const jaro = (common.length / left.length + common.length / right.length + (common.length - turned) / common.length) / 3;
  let prefix = 0;
  while (prefix < 4 && left[prefix] !== undefined && left[prefix] === right[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}
