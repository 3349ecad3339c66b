/** What the hosts of sources answer, in Turkish. See turkish.ts. */
export const SOURCES_TURKISH: Readonly<Record<string, string>> = {
  "This server has no reader for this provider.": "Bu sunucu bu sağlayıcıyı okuyamıyor.",
  "This server does not read issues of that provider.": "Bu sunucu bu sağlayıcının kayıtlarını okuyamıyor.",
  "This server does not read repositories of that provider.": "Bu sunucu bu sağlayıcının depolarını okuyamıyor.",
  "This server does not read wikis of that provider.": "Bu sunucu bu sağlayıcının wiki’lerini okuyamıyor.",
  "This server does not read that path. The operator can allow its folder (CLEW_ALLOWED_PATHS).":
    "Bu sunucu bu yolu okumuyor. İşletmeci klasöre izin verebilir (CLEW_ALLOWED_PATHS).",
  "There is nothing at that path.": "Bu yolda hiçbir şey yok.",
  "A path is no address of this provider. Choose plain git for it.":
    "Yol, bu sağlayıcının bir adresi değildir. Onun için düz git seçin.",
  "An ssh address needs a private key (a text that begins with BEGIN … PRIVATE KEY) as its token.":
    "Bir ssh adresi, belirteç olarak özel anahtar (BEGIN … PRIVATE KEY ile başlayan bir metin) ister.",
  "Give an https address, an ssh address (git@host:path), or a path that the operator allows.":
    "Bir https adresi, bir ssh adresi (git@host:path) ya da işletmecinin izin verdiği bir yol girin.",
  "Give the address of the project, such as https://example.atlassian.net/browse/ABC.":
    "Projenin adresini girin; örneğin https://example.atlassian.net/browse/ABC.",
  "Give the address of the project, such as https://gitlab.com/group/project.":
    "Projenin adresini girin; örneğin https://gitlab.com/group/project.",
  "Give the address of the repository, such as https://bitbucket.org/workspace/repository.":
    "Deponun adresini girin; örneğin https://bitbucket.org/workspace/repository.",
  "Give the address of the repository, such as https://github.com/owner/name.":
    "Deponun adresini girin; örneğin https://github.com/owner/name.",
  "Give the address of the space, such as https://example.atlassian.net/wiki/spaces/ABC.":
    "Alanın adresini girin; örneğin https://example.atlassian.net/wiki/spaces/ABC.",
  "Leave the password out of the address. ssh uses a key.": "Adresten parolayı çıkarın. ssh bir anahtar kullanır.",
  "Leave the user name and password out of the address and give them as a credential.":
    "Kullanıcı adını ve parolayı adresten çıkarıp kimlik bilgisi olarak girin.",
  "The address names a host, but no repository on it.":
    "Adres bir sunucuyu gösteriyor, ama üzerindeki bir depoyu göstermiyor.",
  "The copy of the repository is incomplete. It is made again at the next sync.":
    "Deponun kopyası eksik. Bir sonraki eşitlemede yeniden oluşturulacak.",
  "The repository is empty: it has no commit yet.": "Depo boş: henüz commit yok.",
  "The token may not read pull requests: who reviewed what stays unknown.":
    "Belirteç çekme isteklerini okuyamıyor: kimin neyi incelediği bilinmeyecek.",
  "The token is valid, but may not read the issues. Give it read access to issues and metadata.":
    "Belirteç geçerli, ama kayıtları okuyamıyor. Kayıtlar ve üst veriler için okuma yetkisi verin.",
  "The token is valid, but lacks a permission. {} wants one of: {}.":
    "Belirteç geçerli, ama bir yetkisi eksik. {1} şunlardan birini istiyor: {2}.",
  "The token is valid, but lacks a scope: {}. Make one with it.":
    "Belirteç geçerli, ama bir kapsamı eksik: {1}. Bu kapsamla yeni bir belirteç oluşturun.",
  "The credential is valid for {}, but may not read this repository. Give it the scope to read code.":
    "Kimlik bilgisi {1} için geçerli, ama bu depoyu okuyamıyor. Kod okuma kapsamını verin.",
  "The organisation wants single sign-on: authorize the token for it on {}.":
    "Kuruluş tek oturum açma istiyor: belirteci {1} üzerinde bunun için yetkilendirin.",
  "There is no such repository, or it is private and needs a credential.":
    "Böyle bir depo yok ya da depo özel ve kimlik bilgisi gerekiyor.",
  "There is no host called {}. Check the spelling.": "{1} adında bir sunucu yok. Yazımı denetleyin.",
  "There was no answer within {} seconds. Try again later.":
    "{1} saniye içinde yanıt gelmedi. Daha sonra yeniden deneyin.",
  "This is not a {}: {} does not answer as one. Check the address.":
    "Bu bir {1} değil: {2} öyle yanıt vermiyor. Adresi denetleyin.",
  "The certificate of {} cannot be trusted ({}). Its operator has to repair it.":
    "{1} sunucusunun sertifikasına güvenilemiyor ({2}). İşletmecisinin düzeltmesi gerekir.",
  "The certificate of {} cannot be trusted. Its operator has to repair it.":
    "{1} sunucusunun sertifikasına güvenilemiyor. İşletmecisinin düzeltmesi gerekir.",
  "An answer of {} is larger than this server reads.":
    "{1} sunucusunun bir yanıtı bu sunucunun okuyabileceğinden büyük.",
  "A proxy between this server and {} asks for a sign-in. The operator has to open the way.":
    "Bu sunucu ile {1} arasındaki bir vekil sunucu oturum açılmasını istiyor. İşletmecinin yolu açması gerekir.",
  "Addresses that start with {} are not supported. Use https.":
    "{1} ile başlayan adresler desteklenmiyor. https kullanın.",
  "Issues are switched off in this repository on {}.": "{1} üzerindeki bu depoda kayıtlar kapalı.",
  "Issues are switched off in this project on {}.": "{1} üzerindeki bu projede kayıtlar kapalı.",
  "The repository is damaged: git could not read all of it. Have it checked with git fsck where it lives.":
    "Depo hasarlı: git tamamını okuyamadı. Bulunduğu yerde git fsck ile denetletin.",
  "The server's disk is full. The operator has to make room.": "Sunucunun diski dolu. İşletmecinin yer açması gerekir.",
  "Use https: this server speaks plain http only to hosts that its operator named.":
    "https kullanın: bu sunucu düz http’yi yalnızca işletmecinin belirttiği sunucularla konuşur.",
};
